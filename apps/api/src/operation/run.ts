import type { z } from "zod";
import { noteWrite, recordIn } from "../access/audit/note-write.ts";
import { checkAgain } from "../access/auth/check-again.ts";
import { once } from "../access/idempotency/once.ts";
import { keyForManyCalls } from "../contract/idempotency.ts";
import { holds } from "../contract/nouns.ts";
import { notAllowed, Refusal } from "../lib/refusal.ts";
import type { Context } from "./context.ts";
import type { AnyOperation } from "./define.ts";
import {
  keyRequired,
  PublicError,
  publicError,
  publicRefusal,
  unexpectedMessage,
} from "./errors.ts";
import { locationOf } from "./location.ts";
import type { Keyed, Writing } from "./work.ts";

/*
 * The steps that every operation goes through, in their order: key, scope, idempotency, transaction, input,
 * run, output, audit. `define.ts` puts them together for each kind of operation.
 */

/** Reads what the caller sent; rejects when that cannot be read. */
export type RawInput = () => Promise<unknown>;

/** Checks the caller's key and its scope, before anything of the request is read. @throws PublicError 401, 403, 429 */
export async function letIn(
  { scope }: Pick<AnyOperation, "scope">,
  { parts, request, reply }: Context,
): Promise<Keyed> {
  const by = await request.caller();
  if (scope === null || !holds(by.scopes, scope)) throw publicRefusal(notAllowed);
  const { idempotencyKey, calls } = request;
  if (idempotencyKey !== undefined && calls > 1) throw publicRefusal(keyForManyCalls);
  return { ...parts, tenant: by.tenant, by, request, reply };
}

/** The input as its schema reads it. @throws PublicError 400 with the schema's first complaint */
export function parsed<In extends z.ZodType>(input: In | undefined, raw: unknown): z.output<In>;
export function parsed(input: z.ZodType | undefined, raw: unknown): unknown {
  if (input === undefined) return undefined;
  const { success, data, error } = input.safeParse(raw);
  if (success) return data;
  throw publicRefusal({ kind: "invalid", message: error.issues[0]?.message ?? error.message });
}

/**
 * Does a change in one transaction: its effect, its audit row and, under an Idempotency-Key, its answer. The key is
 * checked once more in it (access/auth/check-again.ts).
 *
 * @param raw the input as it was sent, by which a call under the same Idempotency-Key is known again
 * @param part answers with the record that it wrote, as JSON: `{ invoice: { id, … } }`
 * @param changesKeys whether it makes, rotates or revokes API keys
 * @returns what it answered, or what an earlier call with the same key did
 * @throws PublicError 401 when the key was revoked or has expired meanwhile
 */
export async function commitOnce<Answer extends object>(
  { name: operation }: Pick<AnyOperation, "name">,
  work: Keyed,
  raw: unknown,
  part: (writing: Writing) => Promise<Answer>,
  changesKeys = false,
): Promise<Answer> {
  const { db, clock, tenant, by, request, reply } = work;
  const { id: requestId, idempotencyKey } = request;
  const asked = { tenant, operation, idempotencyKey, input: raw };
  const { answer, replayed } = await once({ db, clock }, asked, async (tx) => {
    const caller = await checkAgain({ tx, clock }, by, { changesKeys });
    if (caller === null) throw publicRefusal(keyRequired);
    const done = await part({ ...work, db: tx, tx, by: caller, now: clock.now() });
    const write = { apiKeyId: by.keyId, tenant, operation, requestId };
    await noteWrite({ tx, now: clock.now() }, write, recordIn(done));
    return done;
  });
  if (replayed) reply.headers["Idempotent-Replayed"] = "true";
  return answer;
}

/**
 * Does the work of a call and gives it its status and its Location.
 *
 * @throws PublicError, and nothing else: other errors are logged, and the caller hears that something failed
 */
export async function answered<Answer>(
  { name, statuses, location }: Pick<AnyOperation, "name" | "statuses" | "location">,
  { parts, reply }: Context,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await parts.watch({ kind: "operation", name }, work);
    reply.status ??= statuses[0];
    if (location !== undefined) reply.headers.Location ??= locationOf(location, answer);
    return answer;
  } catch (error) {
    const known = publicError(error);
    if (known === null) {
      parts.log.error({ err: error }, "operation failed unexpectedly");
      throw new PublicError({ code: "INTERNAL_SERVER_ERROR", message: unexpectedMessage });
    }
    if (error instanceof Refusal && error.retryAfterSeconds !== undefined) {
      reply.headers["Retry-After"] = String(error.retryAfterSeconds);
    }
    throw known;
  }
}
