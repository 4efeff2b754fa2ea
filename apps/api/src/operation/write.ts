import { noteWrite, recordIn } from "../access/audit/note-write.ts";
import type { Caller } from "../access/auth/authenticate.ts";
import { checkAgain } from "../access/auth/check-again.ts";
import { once } from "../access/idempotency/once.ts";
import type { Parts } from "../ports/parts.ts";
import type { Context } from "./context.ts";
import { keyRequired, publicRefusal } from "./errors.ts";

/** A call whose key may do it. */
export interface KeyedCall extends Context {
  readonly parts: Parts;
  readonly by: Caller;
  readonly operation: string;
  readonly rawInput: () => Promise<unknown>;
}

interface WriteOptions {
  /** Whether it makes, rotates or revokes API keys. Default: it does not. */
  readonly changesKeys?: boolean;
}

/**
 * One write of a caller: its effect, its audit row and, under an Idempotency-Key, its answer are one
 * transaction. In it the key is looked at once more (auth/check-again.ts).
 *
 * @param work answers with the record that it wrote, as JSON: `{invoice: {id, …}}`
 * @returns what it answered, or what an earlier call with the same key did
 * @throws PublicError 401 when the key was revoked or has expired meanwhile
 */
export async function write<Answer extends object>(
  { parts, request, reply, by, operation, rawInput }: KeyedCall,
  work: (db: Parts["db"], by: Caller) => Promise<Answer>,
  { changesKeys = false }: WriteOptions = {},
): Promise<Answer> {
  const { id: requestId, idempotencyKey } = request;
  const { keyId: apiKeyId, tenant } = by;
  const asked = { tenant, operation, idempotencyKey, input: await rawInput() };
  const { answer, replayed } = await once(parts, asked, async (tx) => {
    const now = await checkAgain({ tx, clock: parts.clock }, by, { changesKeys });
    if (now === null) throw publicRefusal(keyRequired);
    const done = await work(tx, now);
    const at = parts.clock.now();
    await noteWrite(tx, { apiKeyId, tenant, operation, requestId, at }, recordIn(done));
    return done;
  });
  if (replayed) reply.headers["Idempotent-Replayed"] = "true";
  return answer;
}
