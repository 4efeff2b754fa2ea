import type { Context } from "../../operation/context.ts";
import type { Following, Message } from "../../operation/ports/event-feed.ts";
import type { Exchange } from "../exchange.ts";
import { isRead } from "../send.ts";

/** Media type of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const eventsType = "text/event-stream";

/** A message of the stream. JSON has no line breaks of its own. */
export const messageOf = ({ id, type, json }: Message): string =>
  `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;

/** Keeps a connection open on which nothing happens. */
const comment = ":\n\n";

/**
 * Answers with what happens from now on, or after the event that `Last-Event-ID` names, until the caller leaves or the
 * stream ends.
 *
 * @param follow begins the stream; its call ends when `signal` is aborted
 * @throws TRPCError before the response has started
 */
export async function answerEvents(
  follow: (from: Following) => AsyncIterable<readonly Message[]>,
  reply: Context["reply"],
  exchange: Exchange,
): Promise<void> {
  const { req, res, headers } = exchange;
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const after = req.headers["last-event-id"]?.toString() || undefined;
  for await (const batch of follow({ after, signal: gone.signal })) {
    if (!res.headersSent) {
      res.writeHead(200, {
        ...headers,
        "Content-Type": eventsType,
        // Proxies would collect the messages to compress them, and nginx anyway.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        ...reply.headers,
      });
      exchange.answered();
    }
    const text = batch.length === 0 ? comment : batch.map(messageOf).join("");
    if (req.method === "HEAD" || !(await isRead(res, text))) break;
  }
  res.end();
}
