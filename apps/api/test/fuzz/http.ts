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

class ConnectionGone extends Error {
  override readonly name = "ConnectionGone";

  constructor(options: ErrorOptions) {
    super("The connection was closed before an answer.", options);
  }
}

/** Sends requests that fetch would put right or refuse to send, over connections that are kept. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when no whole answer comes in time */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.#sendOver(this.#agent, request);
    } catch (error) {
      // A connection that is kept may be closed while it is taken up again; on one of its own a request
      // is always answered.
      if (!(error instanceof ConnectionGone)) throw error;
      return this.#sendOver(false, request);
    }
  }

  #sendOver(agent: Agent | false, { method, target, headers, body }: HttpRequest) {
    const { hostname, port } = new URL(this.#url);
    const signal = AbortSignal.timeout(patienceMs);
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const length = body === null ? {} : { "Content-Length": body.byteLength };
    const sent = { agent, hostname, port, method, path: target, signal };
    const req = httpRequest({ ...sent, headers: { ...length, ...headers } }, (res) => {
      textOf(res).then((text) => {
        resolve({ status: res.statusCode ?? 0, headers: headersOf(res.headers), text });
      }, reject);
    });
    req.on("error", (error) => {
      reject(req.reusedSocket && !signal.aborted ? new ConnectionGone({ cause: error }) : error);
    });
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
