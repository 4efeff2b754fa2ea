import type { z } from "zod";
import { takingTurns } from "../db/client.ts";
import { JsonAnswer } from "../kit/json-answer.ts";
import { notAllowed, type RefusalTerms, refusalOfInput } from "../kit/refusal.ts";
import { everyone, type Tenant } from "../kit/tenant.ts";
import { keyForManyCalls } from "../schemas/idempotency.ts";
import { holds } from "../schemas/nouns.ts";
import { noteWrite, recordIn } from "./access/audit/note-write.ts";
import { checkAgain, findAgain } from "./access/auth/check-again.ts";
import { once } from "./access/idempotency/once.ts";
import type { Context } from "./context.ts";
import { failureOf, keyRequired, publicError, publicRefusal } from "./errors.ts";
import {
  type AnyOperation,
  type ListShape,
  locationOf,
  type OperationInfo,
  type PageSpec,
  type PublicSpec,
  type RawInput,
  type ReadSpec,
  type WriteSpec,
} from "./operation.ts";
import { warnOfUnknown } from "./warnings.ts";
import type { Keyed, MultiCommitWrite, Timed, Writing } from "./work.ts";

/*
 * The steps of an operation's call, for each kind of operation. Both doors run them. `define.ts` describes the operations,
 * whose `run` is the step in the middle.
 */

/** The steps between the request and the answer. */
export type Steps<Answer> = (
  op: OperationInfo,
  ctx: Context,
  rawInput: RawInput,
) => Promise<Answer | JsonAnswer>;

/** The steps of a query with an API key: key, scope, input, turn, run, output. */
export const querySteps =
  <In extends z.ZodType, Out extends z.ZodType<object>>({
    input,
    output,
    run,
  }: ReadSpec<In, Out>): Steps<z.output<Out>> =>
  async (op, ctx, rawInput) => {
    const work = await letIn(op, ctx);
    const given = parsed(op, input, await rawInput(), ctx.reply);
    return inTurn(op, ctx, { seller: work.tenant, given }, async () => {
      const answer = await run(work, given);
      return answer instanceof JsonAnswer ? answer : output.parse(answer);
    });
  };

/** The seller whose turn a call takes, or undefined without a key; and the call's checked input. */
interface TurnOf {
  readonly seller: Tenant | undefined;
  readonly given: unknown;
}

/**
 * Runs a call's work in its turn, and each of its transactions in another. @throws PublicError 429 when too many of the
 * caller wait
 */
async function inTurn<Answer>(
  op: Pick<AnyOperation, "cost" | "path">,
  { request }: Pick<Context, "request">,
  { seller, given }: TurnOf,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const call = { seller, record: recordNamed(op, given) };
  const end = await request.turn({ ...call, cost: op.cost });
  try {
    return await takingTurns(() => request.turn({ ...call, cost: "transaction" }), work);
  } finally {
    end();
  }
}

/** The id or the token of the record that an operation's path names. */
function recordNamed({ path }: Pick<AnyOperation, "path">, given: unknown): string | null {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  const id: unknown = name === undefined ? null : Object(given)[name];
  return typeof id === "string" ? id : null;
}

/** How many items a list that is read whole has on a page: few enough that other calls run in between. */
const pageOfWhole = 100;

/**
 * Reads a list a page at a time. Scope and input are checked once, the key before each page. It takes a turn as a whole, for
 * as long as its caller reads, and one for each page.
 *
 * @throws PublicError only
 */
export async function* pagesOf<In extends z.ZodType, Out extends z.ZodType<object>>(
  { input, output, run }: ReadSpec<In, Out>,
  { items }: ListShape,
  op: OperationInfo,
  ctx: Context,
  rawInput: RawInput,
): AsyncGenerator<readonly object[], void> {
  const begun = await answered(op, ctx, async () => {
    const work = await letIn(op, ctx);
    const raw = await rawInput();
    const isOnePage = (Object(raw) as PageInput).limit !== undefined;
    const query = parsed(op, input, raw, ctx.reply);
    const end = await ctx.request.turn({ cost: "stream", seller: work.tenant, record: null });
    return { work, isOnePage, query, end };
  });
  const { work, isOnePage, end } = begun;
  const limit = isOnePage ? {} : { limit: pageOfWhole };
  const readPage = async (query: z.output<In>, isFirst: boolean) => {
    if (!isFirst && (await findAgain(work, work.by)) === null) throw publicRefusal(keyRequired);
    const found = await run(work, query);
    // A cursor in an answer is the meaning that a parsed input has.
    return { next: (found as PageOutput).nextCursor, shown: output.parse(found) };
  };
  try {
    for (let cursor: unknown; cursor !== null; ) {
      const isFirst = cursor === undefined;
      const query = Object.assign({}, begun.query, limit, !isFirst && { cursor });
      const page = await answered(op, ctx, () =>
        inTurn(op, ctx, { seller: work.tenant, given: query }, () => readPage(query, isFirst)),
      );
      yield (page.shown as Readonly<Record<string, readonly object[]>>)[items] ?? [];
      cursor = isOnePage ? null : (page.next ?? null);
    }
  } finally {
    end();
  }
}

interface PageInput {
  readonly limit?: unknown;
}

interface PageOutput {
  readonly nextCursor?: unknown;
}

/**
 * The steps of a change with an API key: key, scope, turn, and then one transaction: Idempotency-Key, second check of the key,
 * input, run, output, audit row. A write with `transaction: "own"` parses its input first and commits parts of its work.
 */
export const writeSteps =
  <In extends z.ZodType, Out extends z.ZodType<object>, Prepared>(
    spec: WriteSpec<In, Out, Prepared>,
  ): Steps<z.output<Out>> =>
  async (op, ctx, rawInput) => {
    const work = await letIn(op, ctx);
    const raw = await rawInput();
    if (spec.transaction === "own") {
      const input = parsed(op, spec.input, raw, ctx.reply);
      const { request } = work;
      const asked = op.isKeyedByInput ? { ...request, idempotencyKey: undefined } : request;
      const commit: MultiCommitWrite["commit"] = (change) =>
        commitOnce(op, { ...work, request: asked }, raw, async (begun) =>
          change(await timed(begun, input)),
        );
      const time = () => work.times.ofInput(work.db, input);
      return inTurn(op, ctx, { seller: work.tenant, given: input }, async () => {
        const answer = await spec.run({ ...work, commit, time }, input);
        return answer instanceof JsonAnswer ? answer : spec.output.parse(answer);
      });
    }
    const { run, changesKeys } = spec;
    return inTurn(op, ctx, { seller: work.tenant, given: raw }, async () => {
      const prepared = await preparedBy(spec, work, raw);
      // Parsed in the transaction: an Idempotency-Key that was used with another body is refused for that, valid or not.
      const change = async (begun: Begun) => {
        const input = parsed(op, spec.input, raw, ctx.reply);
        return spec.output.parse(await run(await timed(begun, input), input, prepared));
      };
      return commitOnce(op, work, raw, change, changesKeys);
    });
  };

function unprepared(): never {
  throw new Error("Only valid input is prepared.");
}

/** Prepares a write whose input is valid. @returns what was prepared; it throws if that failed, which a replayed answer ignores */
async function preparedBy<In extends z.ZodType, Out extends z.ZodType<object>, Prepared>(
  { input, prepare }: Extract<WriteSpec<In, Out, Prepared>, { readonly transaction?: "one" }>,
  work: Keyed,
  raw: unknown,
): Promise<() => Prepared> {
  const given = prepare && input?.safeParse(raw);
  if (prepare === undefined || given?.success !== true) return unprepared;
  try {
    const value = await prepare(work, given.data);
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The steps of a call of a page: rate limit, input, turn, run, output. */
export const pageSteps =
  <In extends z.ZodType, Out extends z.ZodType<object>>({
    input,
    output,
    run,
  }: PageSpec<In, Out>): Steps<z.output<Out>> =>
  async (op, { parts, log, request, reply }, rawInput) => {
    await request.visit();
    const given = parsed(op, input, await rawInput(), reply);
    const time = () => parts.times.ofInput(parts.db, given);
    return inTurn(op, { request }, { seller: undefined, given }, async () =>
      output.parse(await run({ ...parts, log, tenant: everyone, request, reply, time }, given)),
    );
  };

/** The steps of a query that anyone may call: run, output. */
export const publicSteps =
  <Out extends z.ZodType<object>>({ output, run }: PublicSpec<Out>): Steps<z.output<Out>> =>
  async (_, ctx) =>
    output.parse(await run(ctx));

/** Checks the caller's key and scope before the body is read. @throws PublicError 400, 401, 403, 429 */
export async function letIn(
  { scope }: Pick<AnyOperation, "scope">,
  { parts, log, request, reply }: Context,
): Promise<Keyed> {
  const by = await request.caller();
  if (scope === null || !holds(by.scopes, scope)) {
    const remedy = `Use a key with the scope ${scope}.`;
    throw publicRefusal({ ...notAllowed, remedy });
  }
  const { idempotencyKey, calls } = request;
  if (idempotencyKey !== undefined && calls > 1) throw publicRefusal(keyForManyCalls);
  return { ...parts, log, tenant: by.tenant, by, request, reply };
}

/**
 * Parses the input with its schema, and warns of fields that it ignores.
 *
 * @throws PublicError 400 with the schema's first issue
 */
export function parsed<In extends z.ZodType>(
  operation: Pick<AnyOperation, "refusals">,
  input: In | undefined,
  raw: unknown,
  reply: Context["reply"],
): z.output<In>;
export function parsed(
  { refusals }: Pick<AnyOperation, "refusals">,
  input: z.ZodType | undefined,
  raw: unknown,
  reply: Context["reply"],
): unknown {
  if (input === undefined) return undefined;
  const { success, data, error } = input.safeParse(raw);
  if (success) {
    warnOfUnknown(reply, input, raw);
    return data;
  }
  throw publicRefusal(refusalOfInput(error, raw, { declared: Object.values(refusals) }));
}

/**
 * Runs a change in one transaction, which also writes its audit row and, with an Idempotency-Key, its answer. The
 * transaction checks the API key again (operation/access/auth/check-again.ts).
 *
 * @param raw the input as sent; compared with the input of earlier calls with the same Idempotency-Key
 * @param change makes the change and returns the record that it wrote, as JSON: `{ invoice: { id, … } }`
 * @param changesKeys whether it creates, rotates or revokes API keys
 * @returns the answer of `change`, or the stored answer of an earlier call with the same Idempotency-Key
 * @throws PublicError 401 when the API key has been revoked or has expired in the meantime
 */
async function commitOnce<Answer extends object>(
  { name: operation }: Pick<AnyOperation, "name">,
  work: Keyed,
  raw: unknown,
  change: (begun: Begun) => Promise<Answer>,
  changesKeys = false,
): Promise<Answer> {
  const { db, clock, tenant, by, request, reply } = work;
  const { id: requestId, idempotencyKey } = request;
  const asked = { tenant, operation, idempotencyKey, input: raw };
  const { answer, replayed } = await once({ db, clock }, asked, async (tx) => {
    const caller = await checkAgain({ tx, clock }, by, { changesKeys });
    if (caller === null) throw publicRefusal(keyRequired);
    const done = await change({ ...work, db: tx, tx, by: caller });
    const write = { apiKeyId: by.keyId, tenant, operation, requestId };
    await noteWrite({ tx, now: clock.now() }, write, recordIn(done));
    return done;
  });
  if (replayed) {
    // A stored answer is returned without the second check of a new one.
    if ((await findAgain({ db, clock }, by)) === null) throw publicRefusal(keyRequired);
    reply.headers["Idempotent-Replayed"] = "true";
  }
  return answer;
}

/** A write in its transaction, before its input is read. */
type Begun = Omit<Writing, keyof Timed | "now">;

/** Adds the time of the service that the checked input names. */
async function timed(begun: Begun, input: unknown): Promise<Writing> {
  const time = () => begun.times.ofInput(begun.tx, input);
  return { ...begun, time, now: await time() };
}

interface Answering extends Pick<Context, "log" | "reply"> {
  readonly parts: Pick<Context["parts"], "watch">;
}

/**
 * Runs a call and sets the status and the Location of its response.
 *
 * @throws PublicError only. Unexpected errors are logged, and the caller gets a 500 without details, or a 503
 *   while the database is unavailable.
 */
export async function answered<Answer>(
  { name, statuses, location }: Pick<AnyOperation, "name" | "statuses" | "location">,
  { parts, log, reply }: Answering,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await parts.watch({ kind: "operation", name }, work);
    reply.status ??= statuses[0];
    if (location !== undefined) reply.headers.Location ??= locationOf(location, answer);
    return answer;
  } catch (error) {
    const known = publicError(error);
    if (known === null) log.error({ err: error }, "operation failed unexpectedly");
    const failed = known ?? failureOf(error);
    dropHeaders(reply, failed.terms);
    throw failed;
  }
}

/** The headers of the settlement that a call has created, although it is not settled. */
const headersOfUnsettled = ["Location", "Idempotent-Replayed"];

/** Removes the headers that describe what was done from the reply of a call that fails. */
function dropHeaders({ headers }: Context["reply"], { kind }: RefusalTerms): void {
  const kept = kind === "unsettled" ? headersOfUnsettled : [];
  for (const name of Object.keys(headers)) {
    if (!kept.includes(name)) delete headers[name];
  }
}
