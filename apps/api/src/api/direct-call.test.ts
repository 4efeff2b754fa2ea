import { initTRPC, TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../operation/context.ts";
import { directCall } from "./direct-call.ts";

/*
 * Each procedure is called both ways, by tRPC's own caller and directly: whatever comes of one must come
 * of the other.
 */

const t = initTRPC.context<{ seen?: unknown; added?: number }>().meta<{ word: string }>().create();
const seen: unknown[] = [];
const noting = t.procedure.use(({ ctx, path, type, meta, input, next }) => {
  seen.push({ ctx, path, type, meta, input });
  return next({ ctx: { added: 1 } });
});

const procedures = {
  "answers with what the input and the context say": noting
    .meta({ word: "read" })
    .input(z.object({ text: z.string().transform((text) => text.length) }))
    .output(z.object({ input: z.object({ text: z.number() }), added: z.number() }))
    .query(({ ctx, input }) => ({ input, added: ctx.added, more: "is left out by the output" })),
  "merges what several inputs say": noting
    .input(z.object({ text: z.string() }))
    .input(z.object({ count: z.number().default(3) }))
    .mutation(({ input }) => input),
  "refuses an input": noting.input(z.object({ text: z.number() })).query(() => "not reached"),
  "refuses its own answer": t.procedure.output(z.number()).query(() => "text" as never),
  "throws an error of its own": noting.query(() => {
    throw new TRPCError({ code: "CONFLICT", message: "taken" });
  }),
  "throws what is no error": noting.query(() => {
    throw "text";
  }),
  "is stopped by a middleware": t.procedure
    .use(() => {
      throw new TRPCError({ code: "FORBIDDEN" });
    })
    .query(() => "not reached"),
  "answers in a middleware's place": t.procedure
    .use(async ({ next }) => {
      const result = await next();
      return result.ok ? { ...result, data: "other" } : result;
    })
    .query(() => "one"),
};

test.each(Object.entries(procedures))("a procedure that %s", async (path, procedure) => {
  const ctx = { seen: "here" };
  const input = async () => ({ text: "four" });
  const outcomeOf = async (call: () => Promise<unknown>) => {
    seen.length = 0;
    const outcome = await call().then(
      (data) => ({ data }),
      (error: TRPCError) => {
        const { code, message, cause } = error;
        return { isOfTrpc: error instanceof TRPCError, code, message, cause: cause?.message };
      },
    );
    return { outcome, seen: [...seen] };
  };

  const direct = await outcomeOf(() =>
    directCall(procedure, path)(ctx as unknown as Context, input),
  );
  const { type } = procedure._def;
  const call = { ctx, path, type, getRawInput: input, signal: undefined, batchIndex: 0 };
  expect(direct).toEqual(await outcomeOf(() => procedure(call)));
});
