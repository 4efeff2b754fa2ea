import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll } from "vitest";
import { onFreePort } from "./on-free-port.ts";

/** A webhook as it came. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a seller runs to be told of what has happened. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it answers; with 204 until it is told otherwise. */
  answer: (res: ServerResponse, webhook: Received) => void;
}

/** One for a test file; what came to a path stands under it. */
export function useReceiver(): () => Receiver {
  let receiver: Receiver | undefined;
  const server = createServer(async (req, res) => {
    const body = await text(req);
    const webhook = { path: req.url ?? "", headers: req.headers, body };
    receiver?.received.push(webhook);
    receiver?.answer(res, webhook);
  });
  beforeAll(async () => {
    const { url } = await onFreePort(server);
    receiver = { url, received: [], answer: answerWith(204) };
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => {
    if (receiver === undefined) throw new Error("The receiver starts before the first test.");
    return receiver;
  };
}

export const answerWith =
  (status: number, body = "", headers: Readonly<Record<string, string>> = {}) =>
  (res: ServerResponse) => {
    res.writeHead(status, headers).end(body);
  };

/**
 * Reads a webhook as a stranger does, with the library of Standard Webhooks.
 *
 * @param now what time it is there: the library refuses what is older than five minutes
 * @throws when the signature is not right
 */
export function verified(secret: string, { headers, body }: Received): Record<string, unknown> {
  const at = Number(headers["webhook-timestamp"]) * 1_000;
  const { now } = Date;
  Date.now = () => at;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Record<
      string,
      unknown
    >;
  } finally {
    Date.now = now;
  }
}
