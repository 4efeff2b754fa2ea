import { hash } from "node:crypto";
import { inTransaction, type Queryable } from "../../../db/client.ts";
import type { IdempotencyKey } from "../../../db/generated/client.ts";
import type { Clock } from "../../../kit/clock.ts";
import { Refusal } from "../../../kit/refusal.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import {
  badIdempotencyKey,
  keyOfAnotherRequest,
  stillRunning,
} from "../../../schemas/idempotency.ts";
import type { CoreParts } from "../../ports/parts.ts";

/** Locks a name until the transaction ends, in all processes. @returns false when another transaction holds the lock */
async function tryAdvisoryLock(tx: Queryable, name: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`;
  return rows[0]?.locked === true;
}

function findAnswer(tx: Queryable, id: string): Promise<IdempotencyKey | null> {
  return tx.idempotencyKey.findUnique({ where: { id } });
}

async function rememberAnswer(
  tx: Queryable,
  data: { id: string; requestHash: string; answer: object; createdAt: Date },
): Promise<void> {
  await tx.idempotencyKey.create({ data });
}

async function forgetAnswer(tx: Queryable, id: string): Promise<void> {
  await tx.idempotencyKey.delete({ where: { id } });
}

async function forgetAnswersBefore(db: Queryable, moment: Date): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: moment } } });
}

/** SHA-256 of a text, in hex. */
export function hashOf(text: string): string {
  return hash("sha256", text);
}

/** Identifies a request by its operation and input, whatever the order of its fields. */
export function requestHash(operation: string, input: unknown): string {
  return hashOf(`${operation}\0${JSON.stringify(input, sortedFields)}`);
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** How long a stored answer is replayed, in milliseconds. */
const rememberedMs = 24 * 60 * 60 * 1_000;

interface Request {
  readonly tenant: Tenant;
  /** The `Idempotency-Key` as it was sent; undefined without one. */
  readonly idempotencyKey: string | undefined;
  readonly operation: string;
  /** As it was sent, before any schema parsed it. */
  readonly input: unknown;
}

/**
 * Runs a write in one transaction and, with an Idempotency-Key, only once. The answer is stored in the same
 * transaction as the effect, so a process that dies leaves both or neither. A refusal changes nothing and is
 * not stored: a retry runs again.
 *
 * @param work does everything through the transaction that it gets; its answer must be JSON
 * @returns the answer, and whether it was replayed from an earlier call
 * @throws Refusal when the key was used with another request, or when its request is still running
 */
export async function once<Answer extends object>(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  request: Request,
  work: (tx: Queryable) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { tenant, idempotencyKey } = request;
  if (idempotencyKey === undefined) {
    return { answer: await inTransaction(db, work), replayed: false };
  }
  checkForm(idempotencyKey);
  const id = hashOf(`${tenant ?? ""}\0${idempotencyKey}`);
  const hash = requestHash(request.operation, request.input);
  const now = clock.now();

  return inTransaction(db, async (tx) => {
    if (!(await tryAdvisoryLock(tx, id))) throw new Refusal(stillRunning);
    const earlier = await findAnswer(tx, id);
    if (earlier !== null && now.getTime() - earlier.createdAt.getTime() < rememberedMs) {
      if (earlier.requestHash !== hash) throw new Refusal(keyOfAnotherRequest);
      return { answer: earlier.answer as Answer, replayed: true };
    }
    if (earlier !== null) await forgetAnswer(tx, id);
    const answer = await work(tx);
    await rememberAnswer(tx, {
      id,
      requestHash: hash,
      answer: withoutSecret(answer),
      createdAt: now,
    });
    return { answer, replayed: false };
  });
}

/** The records whose address ends with a secret token. */
const withSecretUrl = ["portalSession", "dashboardSession"] as const;

/** Secrets are shown once and never stored, so a replayed answer has null in their place. */
function withoutSecret(answer: object): object {
  const stored: Partial<Record<(typeof withSecretUrl)[number], { url?: string | null }>> =
    JSON.parse(
      JSON.stringify(answer, (field, value: unknown) => (field === "secret" ? null : value)),
    );
  for (const record of withSecretUrl.map((name) => stored[name])) {
    if (record?.url !== undefined) record.url = null;
  }
  return stored;
}

/** @throws Refusal for a key that is empty, too long or not visible ASCII */
export function checkForm(idempotencyKey: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) throw new Refusal(badIdempotencyKey);
}

/** Job: deletes stored answers that are too old to be replayed. */
export function forgetOldAnswers({ db, clock }: CoreParts): Promise<void> {
  return forgetAnswersBefore(db, new Date(clock.now().getTime() - rememberedMs));
}
