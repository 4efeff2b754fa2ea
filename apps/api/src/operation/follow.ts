import type { z } from "zod";
import { findAgain } from "./access/auth/check-again.ts";
import type { Context } from "./context.ts";
import type { OperationInfo, RawInput, ReadSpec } from "./operation.ts";
import type { Following, Message } from "./ports/event-feed.ts";
import { answered, letIn, parsed } from "./run.ts";

/** How long a stream lasts, in milliseconds. Its caller opens another one, which may reach another process. */
const lastsMs = 15 * 60_000;

/** How long nothing may be sent, in milliseconds: proxies close connections that they take for dead. */
const quietMs = 15_000;

/** For how long a key that was checked is trusted, in milliseconds: while nothing happens, and before something is sent. */
const trustedMs = { quiet: 10_000, sending: 900 };

/**
 * Reads what happens to the records of a list, as it happens. Scope and input are checked once, the key again and again. It
 * takes a turn for as long as it lasts.
 *
 * @returns batches of messages; an empty one is sent to keep the connection open
 * @throws PublicError only, and only before the first batch
 */
export async function* followed<In extends z.ZodType, Out extends z.ZodType<object>>(
  { input, follow }: ReadSpec<In, Out> & Required<Pick<ReadSpec<In, Out>, "follow">>,
  op: OperationInfo,
  ctx: Context,
  rawInput: RawInput,
  following: Following,
): AsyncGenerator<readonly Message[], void> {
  const { work, batches, end } = await answered(op, ctx, async () => {
    const work = await letIn(op, ctx);
    const query = parsed(op, input, await rawInput(), ctx.reply);
    const end = await ctx.request.turn({ cost: "follow", seller: work.tenant, record: null });
    try {
      return { work, end, batches: await follow(work, query, following) };
    } catch (error) {
      end();
      throw error;
    }
  });
  const begin = work.clock.now().getTime();
  let checkedAt = begin;
  let sentAt = Number.NEGATIVE_INFINITY;
  try {
    for await (const batch of batches) {
      const now = work.clock.now().getTime();
      if (now - begin > lastsMs) return;
      if (now - checkedAt > (batch.length > 0 ? trustedMs.sending : trustedMs.quiet)) {
        checkedAt = now;
        // A key that cannot be checked counts as revoked: the next call tells.
        if ((await findAgain(work, work.by).catch(() => null)) === null) return;
      }
      if (batch.length === 0 && now - sentAt < quietMs) continue;
      sentAt = now;
      yield batch;
    }
  } finally {
    end();
  }
}
