import { apiKey } from "./service.ts";

/** @returns the answer's JSON. @throws Error unless it has this status */
export async function call(url: string, status: number, body?: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const answer = await fetch(
    url,
    body === undefined ? { headers } : { headers, method: "POST", body },
  );
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
