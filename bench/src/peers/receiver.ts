import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/*
 * What webhooks are sent to: it takes every one. A GET of a path tells how many have come to it, and
 * how long that took from the first to the last; a DELETE begins anew.
 */

interface Arrivals {
  count: number;
  first: number;
  last: number;
}

const none = (): Arrivals => ({ count: 0, first: 0, last: 0 });
const arrivals = new Map<string, Arrivals>();

const server = createServer(async (req, res) => {
  const path = req.url ?? "";
  if (req.method === "DELETE") arrivals.delete(path);
  const of = arrivals.get(path) ?? none();
  arrivals.set(path, of);
  if (req.method !== "POST") {
    res.end(JSON.stringify({ count: of.count, ms: of.last - of.first }));
    return;
  }
  await text(req);
  of.last = performance.now();
  if (of.count === 0) of.first = of.last;
  of.count += 1;
  res.writeHead(204).end();
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening on http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
