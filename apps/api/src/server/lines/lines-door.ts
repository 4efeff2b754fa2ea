import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
import type { Context } from "../../operation/context.ts";
import { publicRefusal, refusedItem, termsOf } from "../../operation/errors.ts";
import type { Lines } from "../../operation/operation.ts";
import type { BodyOf } from "../bodies/bodies.ts";
import { parseExactly } from "../bodies/exact-json.ts";
import { mustNotBeCompressed } from "../bodies/read-body.ts";
import type { Exchange } from "../exchange.ts";
import { readLines } from "./read-lines.ts";

/** Media type of a body with one JSON object per line. */
export const linesType = "application/x-ndjson";

/** Maximum size of a line, in bytes. */
const maxBytes = 65_536;
/** Maximum number of lines, and of bytes, in one call of the operation. */
const atATime = { lines: 500, bytes: 1_048_576 };

export const linesCompressed: RefusalTerms = {
  ...mustNotBeCompressed,
  message: `A body of ${linesType} must not be compressed.`,
};

/** @param max the number of lines that were read */
export const tooManyLines = (max: number): RefusalTerms => ({
  kind: "too_large",
  code: "too_many_lines",
  message: `A body may have at most ${max} lines: from here on none was read.`,
  pattern: "A body may have at most <number> lines: from here on none was read.",
  meaning: "Each line up to the limit has its own result; this last result stands for the rest.",
  remedy: "Send the remaining lines in another request.",
});

export const isLines = ({ headers }: IncomingMessage) =>
  /^application\/x-ndjson *(?:;|$)/i.test(headers["content-type"] ?? "");

/**
 * Runs an operation on a list whose items arrive one per line. Lines are read as they arrive, processed in batches, and
 * each gets a result line, in the same order. Backpressure keeps unread lines with the caller. Writing the response
 * does not wait for the caller to read it, because result lines are short; the caller may read it at the end.
 *
 * @param call runs the operation on a batch of items
 * @throws TRPCError before the response has started; later errors become lines of the response
 */
export async function answerLines(
  { max, resultsOf }: Lines,
  ctx: Context,
  exchange: Exchange,
  call: (items: readonly unknown[]) => Promise<unknown>,
  bodyOf: BodyOf,
): Promise<void> {
  const { req, res } = exchange;
  await ctx.request.caller(); // before the body is read
  if (req.headers["content-encoding"] !== undefined) throw publicRefusal(linesCompressed);
  const body = bodyOf(req, "keyed");
  let waiting: (Uint8Array | null)[] = [];
  let bytes = 0;
  const answer = async () => {
    const lines = waiting;
    const size = bytes;
    waiting = [];
    bytes = 0;
    try {
      await body.waitToParse(size);
      const items = lines.map((line) => (line === null ? null : itemOf(line)));
      write(exchange, resultsOf((await call(items)) as never));
    } catch (error) {
      if (!res.headersSent || !(error instanceof TRPCError)) throw error;
      write(
        exchange,
        lines.map(() => refusedItem(termsOf(error))),
      );
    } finally {
      body.hold(maxBytes);
    }
  };
  try {
    const bound = body.hold(maxBytes);
    if (bound !== null) throw body.refusal(bound);
    let count = 0;
    // Leaving the loop early must not close the connection, which still has to carry the response.
    for await (const line of readLines(req.iterator({ destroyOnReturn: false }), maxBytes)) {
      count += 1;
      if (count > max) break;
      waiting.push(line);
      bytes += line?.byteLength ?? 0;
      const isFull = waiting.length >= atATime.lines || bytes >= atATime.bytes;
      // When the memory limit is reached, the lines are processed immediately.
      if (isFull || body.hold(maxBytes + bytes) !== null) await answer();
    }
    if (count === 0) throw publicRefusal(notAJsonObject);
    if (waiting.length > 0) await answer();
    if (count > max) {
      write(exchange, [refusedItem(tooManyLines(max))]);
    }
    res.end();
  } catch (error) {
    if (!res.destroyed) throw error; // otherwise the caller has disconnected
  } finally {
    body.release();
    req.resume();
  }
}

/** @returns null for a line that is malformed or nested too deep */
export function itemOf(line: Uint8Array): unknown {
  try {
    return parseExactly(line);
  } catch {
    return null;
  }
}

function write({ res, headers }: Exchange, results: readonly object[]): void {
  if (!res.headersSent) {
    res.writeHead(200, { ...headers, "Content-Type": linesType, "Cache-Control": "no-store" });
  }
  res.write(results.map((result) => `${JSON.stringify(result)}\n`).join(""));
}
