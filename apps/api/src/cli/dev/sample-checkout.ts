import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleMerchant } from "./accounts.ts";

interface Session {
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly status: string;
  readonly url: string;
}

type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<Response>;

/**
 * Returns a checkout to try the page with. At the first start, it creates a sample service through the API. It creates
 * a new session once the last one is used up.
 *
 * @returns the URL of the checkout page
 */
export async function sampleCheckout(
  { url, key }: { readonly url: string; readonly key: string },
  dataDir: string,
): Promise<string> {
  const call: Call = (method, path, body) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const file = join(dataDir, "sample-checkout");
  const last = await findSession(call, await readFile(file, "utf8").catch(() => ""));
  if (last?.status === "PENDING") return last.url;

  const { serviceId, paymentPlanId } = last ?? (await samplePlan(call));
  const answer = await call("POST", "/checkout-sessions", { serviceId, paymentPlanId });
  const { checkoutSession } = (await done(answer)) as { checkoutSession: Session & { id: string } };
  await writeFile(file, checkoutSession.id);
  return checkoutSession.url;
}

async function findSession(call: Call, id: string): Promise<Session | null> {
  const answer = await call("GET", `/checkout-sessions/${encodeURIComponent(id || "none")}`);
  if (answer.status === 404) return null; // the database was replaced
  return ((await done(answer)) as { checkoutSession: Session }).checkoutSession;
}

async function samplePlan(call: Call): Promise<{ serviceId: string; paymentPlanId: string }> {
  const { service } = (await done(
    await call("POST", "/services", {
      name: "Sample API",
      description: "Made by pnpm dev, to try the checkout page with",
      status: "ACTIVE",
      owner: { email: "sample@example.com", name: "Sample Seller" },
      payoutAddress: sampleMerchant.address,
    }),
  )) as { service: { id: string } };
  const { plan } = (await done(
    await call("POST", `/services/${service.id}/plans`, {
      name: "Pro",
      pricingType: "FIXED_RECURRING",
      billingInterval: "MONTH",
      amount: "25",
    }),
  )) as { plan: { id: string } };
  return { serviceId: service.id, paymentPlanId: plan.id };
}

async function done(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`The sample checkout was not made: ${JSON.stringify(body)}`);
  return body;
}

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
