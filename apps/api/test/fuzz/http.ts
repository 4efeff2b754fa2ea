import { Agent, request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A request as it goes over the wire, well formed as HTTP and as little else as anyone likes. */
export interface HttpRequest {
  readonly method: string;
  /** Of the request's line: path and query, as they are written. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | null;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How long an answer may take, in milliseconds, before it counts as none. */
const patienceMs = 30_000;

/** Sends requests that fetch would put right or refuse to send, over connections that are kept. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when no whole answer comes in time */
  async send({ method, target, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const { hostname, port } = new URL(this.#url);
    const signal = AbortSignal.timeout(patienceMs);
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const length = body === null ? {} : { "Content-Length": body.byteLength };
    const sent = { agent: this.#agent, hostname, port, method, path: target, signal };
    const req = httpRequest({ ...sent, headers: { ...length, ...headers } }, (res) => {
      textOf(res).then((text) => {
        resolve({ status: res.statusCode ?? 0, headers: headersOf(res.headers), text });
      }, reject);
    });
    req.on("error", reject);
    req.end(body ?? undefined);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function headersOf(received: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) headers.set(name, String(value));
  return headers;
}
