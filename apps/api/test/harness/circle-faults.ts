import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { z } from "zod";

const mishaps = ["silent", "trickle", "endless", "dropped", "garbage", "error", "busy"] as const;
const Mishap = z.enum(mishaps);
/** Faults of a response: it never arrives, arrives one byte per second, does not end, is cut off, … */
export type Mishap = z.output<typeof Mishap>;

const fates = [
  "stuck", // sent, and in no block until it has another fate
  "unknown", // in a state that nobody knows until it has another fate
  "denied",
  "cancelled",
  "failed", // before it was sent
  "reverted", // on the chain
  "made-up", // COMPLETE, with the hash of nothing
] as const;

const Faults = z.strictObject({
  /** `taken`: the transaction is created nevertheless. */
  execute: z.strictObject({ answer: Mishap, taken: z.boolean() }).optional(),
  transaction: Mishap.optional(),
  wallet: Mishap.optional(),
  publicKey: Mishap.optional(),
  /** The outcome of transactions. `elsewhere`: COMPLETE, but the call went to another contract. */
  fate: z
    .union([
      z.enum(fates),
      z.strictObject({ elsewhere: z.templateLiteral(["0x", z.string().regex(/^[\da-f]{40}$/i)]) }),
    ])
    .optional(),
});
/** The faults of the provider. A fault that is not set does not occur. */
export type Faults = z.output<typeof Faults>;

export const readFaults = (given: unknown): Faults => Faults.parse(given);

/** Sends a response with a fault. */
export function suffer(mishap: Mishap, res: ServerResponse): void {
  const fail = (status: number, body: string) =>
    res.writeHead(status, { "Content-Type": "application/json" }).end(body);
  switch (mishap) {
    case "silent":
      return;
    case "trickle": {
      res.writeHead(200).flushHeaders();
      const drops = setInterval(() => res.write(" "), 1_000);
      res.on("close", () => clearInterval(drops));
      return;
    }
    case "endless":
      res.writeHead(200);
      Readable.from(blanks()).pipe(res);
      return;
    case "dropped":
      res.destroy();
      return;
    case "garbage":
      fail(200, "<html>It works!</html>");
      return;
    case "error":
      fail(500, '{"code":-1,"message":"Something went wrong."}');
      return;
    case "busy":
      fail(429, '{"code":429,"message":"Too many requests."}');
      return;
  }
}

function* blanks(): Generator<string> {
  for (;;) yield " ".repeat(16_384);
}
