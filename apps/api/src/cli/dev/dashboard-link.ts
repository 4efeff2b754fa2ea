/**
 * Makes a link that signs in to the dashboard, as `usance dashboard link` does.
 *
 * @param key of the platform
 */
export async function dashboardLink({
  url,
  key,
}: {
  readonly url: string;
  readonly key: string;
}): Promise<string> {
  const answer = await fetch(`${url}/api/v1/dashboard-sessions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`The dashboard's link was not made: ${await answer.text()}`);
  const { dashboardSession } = (await answer.json()) as { dashboardSession: { url: string } };
  return dashboardSession.url;
}
