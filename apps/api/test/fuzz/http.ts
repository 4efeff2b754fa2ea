import { Agent, request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";

/** A request as bytes on the wire. It is valid HTTP; nothing else need be valid. */
export interface HttpRequest {
  readonly method: string;
  /** The path and query of the request line, as written. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | null;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The timeout of a response, in milliseconds. */
const patienceMs = 30_000;

class ConnectionGone extends Error {
  override readonly name = "ConnectionGone";

  constructor(options: ErrorOptions) {
    super("The connection was closed before an answer.", options);
  }
}

/** Sends requests that fetch would correct or refuse to send, over persistent connections. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error when no complete response arrives in time */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.#sendOver(this.#agent, request);
    } catch (error) {
      // The server may close a persistent connection just when it is used again. A request on a new connection
      // always gets a response.
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
