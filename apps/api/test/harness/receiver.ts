import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll } from "vitest";
import { onFreePort } from "./on-free-port.ts";

/** A webhook as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A seller's receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it responds; 204 by default. */
  answer: (res: ServerResponse, webhook: Received) => void;
}

/** A receiver for a test file. It stores the webhooks by path. */
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
 * Verifies a webhook with the library of Standard Webhooks.
 *
 * @param now the receiver's time: the library refuses webhooks that are older than five minutes
 * @throws when the signature is not valid
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
