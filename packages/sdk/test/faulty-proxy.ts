import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type UsanceClient, type UsanceOptions, usanceClient } from "@usance/sdk";
import { afterAll, afterEach, beforeAll } from "vitest";
import { onFreePort } from "../../../apps/api/test/harness/on-free-port.ts";
import { type TestService, testKey } from "../../../apps/api/test/harness/service.ts";

/** What a caller may meet on its way, in place of an answer. */
export type Fault =
  | "none" // the call goes through
  | "cut" // the connection ends before the service hears of the call
  | "lost" // the service has answered; the connection ends before the answer is through
  | "silent" // the service has answered; nothing comes
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the next calls, in order; later calls have none. */
  faults: Fault[];
  /** The fault of every call, while it is set: an outage. */
  outage: Fault | null;
  /** Every call of this test so far. */
  readonly calls: Call[];
  /** A client that goes through it. */
  client(options?: Partial<UsanceOptions>): UsanceClient;
}

/** Stands between the SDK and a service. */
export function useFaultyProxy(service: () => TestService): () => FaultyProxy {
  let proxy: FaultyProxy | undefined;
  const server = createServer((req, res) => void pass(req, res));
  const pass = async (req: IncomingMessage, res: ServerResponse) => {
    const { method = "GET", url: path = "/", headers } = req;
    const body = await text(req);
    const idempotencyKey = headers["idempotency-key"]?.toString();
    proxy?.calls.push({ method, path, idempotencyKey, body });
    const fault = proxy?.outage ?? proxy?.faults.shift();
    if (fault === "cut") return res.destroy();
    if (typeof fault === "object") {
      return res.writeHead(fault.status, fault.headers).end(fault.body ?? "<h1>Sorry</h1>");
    }
    const { host: _, connection: __, "content-length": ___, ...passed } = headers;
    const answer = await fetch(service().url + path, {
      method,
      headers: passed as Record<string, string>,
      ...(body !== "" && { body }),
    });
    const answered = await answer.text();
    if (fault === "lost") return res.destroy();
    if (fault === "silent") return;
    const { "transfer-encoding": ____, ...shown } = Object.fromEntries(answer.headers);
    res.writeHead(answer.status, shown).end(answered);
  };

  beforeAll(async () => {
    const { url } = await onFreePort(server);
    const client = (options: Partial<UsanceOptions> = {}) =>
      usanceClient({ baseUrl: url, apiKey: testKey, ...options });
    proxy = { url, faults: [], outage: null, calls: [], client };
  });
  afterEach(() => {
    if (proxy === undefined) return;
    proxy.faults = [];
    proxy.outage = null;
    proxy.calls.length = 0;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => {
    if (proxy === undefined) throw new Error("The proxy starts before the first test.");
    return proxy;
  };
}
