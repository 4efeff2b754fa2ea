import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

interface Request {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The fields of an event that the tests read. */
interface Event {
  readonly id: string;
  readonly type: string;
  readonly test?: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** The events that have arrived so far. */
  readonly requests: readonly Request[];
  /** The types of the events that have arrived so far. */
  types(): string[];
  close(): Promise<void>;
}

/** Runs a receiver until the test ends. @param answer the status for each request */
export async function startReceiver({
  port = 0,
  answer = () => 204,
}: {
  readonly port?: number;
  readonly answer?: (event: Event) => number;
} = {}): Promise<Receiver> {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ headers: request.headers, body });
    response.writeHead(answer(JSON.parse(body)), { location: "/elsewhere" }).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  };
  onTestFinished(close);
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/hook`,
    port: taken,
    requests,
    types: () => requests.map(({ body }) => (JSON.parse(body) as Event).type),
    close,
  };
}

/** Verifies and parses an event. */
export function verified(secret: string, request: Request | undefined): Event {
  const { headers = {}, body = "" } = request ?? {};
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
}
