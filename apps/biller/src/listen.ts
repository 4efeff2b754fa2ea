import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { webhooks } from "@usance/sdk";
import { HeldConnections } from "./held-connections.ts";

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  /** The secret of the webhook endpoint, `whsec_…`. */
  readonly secret: string;
  readonly now: () => number;
  /** The network of an address, for which what strangers can take is limited. */
  readonly networkOf: (address: string) => string;
  /** Called when a period of a subscription has ended. */
  readonly periodEnded: () => void;
}

export interface Listening {
  readonly port: number;
  close(): void;
}

/** An event with a subscription has a few kilobytes. */
const maxBody = 1_048_576;
/** What each piece of a body takes besides its bytes: a sender can make pieces of one byte. */
const pieceBytes = 512;
/** How long a delivery and its head may take to arrive, and how often Node checks, in milliseconds. */
const times = { requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * Receives webhooks on a port of all addresses. A delivery that is not signed with the secret is answered with 400; all others
 * with 204, before anything is billed: the service sends an event again if it gets no answer.
 */
export async function listen({
  port,
  secret,
  now,
  networkOf,
  periodEnded,
}: ListenOptions): Promise<Listening> {
  const connections = new HeldConnections(networkOf);
  const server = createServer(times, async (request, response) => {
    response.statusCode = await receive(request);
    response.setHeader("Connection", "close");
    response.end();
  });
  server.on("connection", (socket) => connections.add(socket));

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== "POST") return 405;
    try {
      if (Number(request.headers["content-length"]) > maxBody) return 413;
      if (!isSigned(request)) return 400; // nothing of its body is kept
      const body = await bodyOf(request, connections);
      if (body === null) return 413;
      const at = () => new Date(now());
      const { type } = await webhooks.verify(body, request.headers, secret, { now: at });
      if (type === "subscription.period_ended") periodEnded();
      return 204;
    } catch (error) {
      if (error instanceof webhooks.WebhookVerificationError) return 400;
      return 500; // such as a connection that was cut off
    }
  }

  server.listen(port);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has a port.");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: address.port, close };
}

/** Whether a request has the headers of a signed event, right or wrong. */
const isSigned = ({ headers }: IncomingMessage) =>
  ["webhook-id", "webhook-timestamp", "webhook-signature"].every((name) => name in headers);

/** @returns null when it is too large */
async function bodyOf(
  request: IncomingMessage,
  connections: HeldConnections,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const taken = chunk.length + pieceBytes;
    size += taken;
    if (size > maxBody) return null;
    chunks.push(chunk);
    connections.hold(request.socket, taken);
  }
  return Buffer.concat(chunks);
}
