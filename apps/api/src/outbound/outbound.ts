import { Agent, type buildConnector } from "undici";
import { guardedConnect, type Resolve } from "./guarded-connect.ts";
import { inWords } from "./in-words.ts";

/** What came of a request. */
export type Answer =
  | {
      readonly status: number;
      /** How the body begins, at most 1,024 bytes of it. */
      readonly body: string;
      /** The header of that name. */
      readonly retryAfter: string | null;
    }
  /** None came: why, in a sentence that holds nothing of ours. */
  | { readonly error: string };

/** Sends requests to addresses that strangers have given. */
export interface Outbound {
  /** It never throws, and follows no redirects. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
  close(): Promise<void>;
}

/** How much of an answer is read, in bytes. */
const mostRead = 1_024;

/**
 * @param options.allowPrivate addresses of this machine and its networks too: for development
 * @param options.timeoutMs for all of a request: connect, send, the answer's head and what is read of it
 * @param options.resolve as node:dns looks names up
 */
export function openOutbound(options: {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly resolve?: Resolve;
}): Outbound {
  const { allowPrivate, timeoutMs } = options;
  const connect: buildConnector.BuildOptions | buildConnector.connector = allowPrivate
    ? { timeout: timeoutMs, allowH2: false }
    : guardedConnect(options);
  const agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    post: async (url, headers, body) => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const { origin, pathname, search } = new URL(url);
        const path = pathname + search;
        const answer = await agent.request({ origin, path, method: "POST", headers, body, signal });
        const retryAfter = answer.headers["retry-after"];
        return {
          status: answer.statusCode,
          body: await beginningOf(answer.body),
          retryAfter: typeof retryAfter === "string" ? retryAfter : null,
        };
      } catch (error) {
        return { error: inWords(error, timeoutMs) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** Reads no more than is kept, and takes it as it is when it breaks off: the status has come. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= mostRead) break;
    }
  } catch {
    // What has come is kept.
  }
  return Buffer.concat(chunks).subarray(0, mostRead).toString().replaceAll("\0", "�");
}
