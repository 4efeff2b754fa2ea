import { noteWrite, recordIn } from "../audit-events/note-write.ts";
import type { Caller } from "../auth/authenticate.ts";
import { once } from "../idempotency/once.ts";
import type { Parts } from "../parts.ts";
import type { Context } from "./context.ts";

/** A call whose key may do it. */
export interface KeyedCall extends Context {
  readonly parts: Parts;
  readonly by: Caller;
  readonly operation: string;
  readonly rawInput: () => Promise<unknown>;
}

/**
 * One write of a caller: its effect, its audit row and, under an Idempotency-Key, its answer are one
 * transaction.
 *
 * @param work answers with the record that it wrote, as JSON: `{invoice: {id, …}}`
 * @returns what it answered, or what an earlier call with the same key did
 */
export async function write<Answer extends object>(
  { parts, request, reply, by, operation, rawInput }: KeyedCall,
  work: (db: Parts["db"]) => Promise<Answer>,
): Promise<Answer> {
  const { id: requestId, idempotencyKey } = request;
  const { keyId: apiKeyId, tenant } = by;
  const asked = { tenant, operation, idempotencyKey, input: await rawInput() };
  const { answer, replayed } = await once(parts, asked, async (tx) => {
    const done = await work(tx);
    const at = parts.clock.now();
    await noteWrite(tx, { apiKeyId, tenant, operation, requestId, at }, recordIn(done));
    return done;
  });
  if (replayed) reply.headers["Idempotent-Replayed"] = "true";
  return answer;
}
