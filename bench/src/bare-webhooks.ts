import { Agent } from "undici";

/** How many are under way at a time, as the service sends to one endpoint. */
const inFlight = 96;

/** The least that sending can be: the same request, over and over. No signing, no database, no log. */
export async function sendBare(url: string, body: string, count: number): Promise<void> {
  const agent = new Agent({ connections: inFlight, connect: { allowH2: false } });
  const { origin, pathname: path } = new URL(url);
  const headers = {
    "content-type": "application/json",
    "user-agent": "bare",
    "webhook-id": "n".repeat(24),
    "webhook-timestamp": "1769860800",
    "webhook-signature": `v1,${"n".repeat(44)}`,
  };
  let left = count;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body: answer } = await agent.request({
        origin,
        path,
        method: "POST",
        headers,
        body,
      });
      await answer.dump();
      if (statusCode !== 204) throw new Error(`The receiver answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, send));
  await agent.close();
}
