import type { z } from "zod";
import { noteWrite, recordIn } from "../access/audit/note-write.ts";
import { checkAgain } from "../access/auth/check-again.ts";
import { once } from "../access/idempotency/once.ts";
import { keyForManyCalls } from "../contract/idempotency.ts";
import { holds } from "../contract/nouns.ts";
import { refusalOfInput } from "../lib/parameter-refusals.ts";
import { notAllowed } from "../lib/refusal.ts";
import type { Context } from "./context.ts";
import type { AnyOperation } from "./define.ts";
import { failureOf, keyRequired, publicError, publicRefusal } from "./errors.ts";
import { locationOf } from "./location.ts";
import type { Keyed, Writing } from "./work.ts";

/*
 * The steps of operations. `define.ts` puts them in order: key, scope, input, run, output. Most writes are one
 * transaction: Idempotency-Key lookup, second key check, input, run, output, audit row. A write with
 * `transaction: "own"` parses its input first and commits parts of its work.
 */

/** Reads the caller's input; rejects when it is unreadable. */
export type RawInput = () => Promise<unknown>;

/** Checks the caller's key and scope before the body is read. @throws PublicError 400, 401, 403, 429 */
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

/** Parses the input with its schema. @throws PublicError 400 with the schema's first issue */
export function parsed<In extends z.ZodType>(
  operation: Pick<AnyOperation, "refusals">,
  input: In | undefined,
  raw: unknown,
): z.output<In>;
export function parsed(
  { refusals }: Pick<AnyOperation, "refusals">,
  input: z.ZodType | undefined,
  raw: unknown,
): unknown {
  if (input === undefined) return undefined;
  const { success, data, error } = input.safeParse(raw);
  if (success) return data;
  throw publicRefusal(refusalOfInput(error, raw, { declared: Object.values(refusals) }));
}

/**
 * Runs a change in one transaction, which also writes its audit row and, with an Idempotency-Key, its answer. The
 * transaction checks the API key again (access/auth/check-again.ts).
 *
 * @param raw the input as sent; compared with the input of earlier calls with the same Idempotency-Key
 * @param part makes the change and returns the record that it wrote, as JSON: `{ invoice: { id, … } }`
 * @param changesKeys whether it creates, rotates or revokes API keys
 * @returns the answer of `part`, or the stored answer of an earlier call with the same Idempotency-Key
 * @throws PublicError 401 when the API key has been revoked or has expired in the meantime
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
 * Runs a call and sets the status and the Location of its response.
 *
 * @throws PublicError only. Unexpected errors are logged, and the caller gets a 500 without details, or a 503
 *   while the database is unavailable.
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
    if (known === null) parts.log.error({ err: error }, "operation failed unexpectedly");
    throw known ?? failureOf(error);
  }
}
