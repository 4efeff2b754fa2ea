import type { Answer } from "../harness/doors.ts";
import { differences } from "./differences.ts";
import { once, stillRunning } from "./idempotency.ts";
import { beforeKey, leavesTraces, others, type Rule, writes } from "./operations.ts";
import { runJob } from "./rules/jobs.ts";
import { decide, showSettled, type Taken, takeOn } from "./rules/settlements.ts";
import { createOneOfBatch, eventsOf } from "./rules/usage-events.ts";
import { attempt, type Expected, type Input, type Turn } from "./turn.ts";
import { copyOf, digestOf, type Tenant, type World } from "./world.ts";

/** A request of a caller. */
export interface Call {
  readonly operation: string;
  readonly input: Input;
  readonly tenant: Tenant;
  readonly idempotencyKey: string | null;
}

/** And what it was answered; null for a job, which answers nobody. */
export interface Answered {
  readonly call: Call;
  readonly answer: Answer | null;
}

/**
 * What is done for a caller at once, with nobody between.
 *
 * @returns the world as it is then, and what is left to be done; or what in the answer is not so
 */
type Step = (world: World) => { readonly world: World; readonly next?: Step } | string;

/**
 * Looks for an order in which callers who were at it at the same time may have been served, one after
 * the other, so that each was answered as the model answers.
 *
 * @param later what was answered when all of them were done, one after the other: where several orders
 *   explain their answers, it tells which it was
 * @returns the world after them in that order, or what speaks against each order
 */
export function explain(
  world: World,
  answered: readonly Answered[],
  later: readonly Answered[] = [],
): World | readonly string[] {
  const steps = answered.flatMap((one) =>
    answered.length > 1 && one.call.operation === "usageEvents.batch"
      ? stepsOfBatch(one)
      : [stepOf(one, answered)],
  );
  const [first, ...rest] = later;
  const goOn = (after: World) => (first === undefined ? after : explain(after, [first], rest));
  const left = steps.map((next) => ({ next, served: 0 }));
  const seen = { goOn, complaints: new Set<string>(), deadEnds: new Set<string>() };
  return search(world, left, seen) ?? [...seen.complaints];
}

/** A caller, by the step that is next for it and how many it has behind it. */
interface Waiting {
  readonly next: Step | undefined;
  readonly served: number;
}

interface Seen {
  /** The world after all callers were served. */
  readonly goOn: (world: World) => World | readonly string[];
  readonly complaints: Set<string>;
  /** How far each caller had been served, and the world then, for states that led nowhere. */
  readonly deadEnds: Set<string>;
}

function search(world: World, waiting: readonly Waiting[], seen: Seen): World | null {
  if (waiting.every(({ next }) => next === undefined)) {
    const after = seen.goOn(world);
    if (isWorld(after)) return after;
    for (const complaint of after) seen.complaints.add(complaint);
    return null;
  }
  // Many orders lead to the same world; while each caller is explained at once there is nothing to note.
  const here =
    seen.complaints.size === 0 ? null : `${waiting.map(({ served }) => served)} ${digestOf(world)}`;
  if (here !== null && seen.deadEnds.has(here)) return null;
  for (const [index, { next: step, served }] of waiting.entries()) {
    if (step === undefined) continue;
    const after = step(copyOf(world));
    if (typeof after === "string") {
      seen.complaints.add(after);
      continue;
    }
    const { next } = after;
    const found = search(after.world, waiting.with(index, { next, served: served + 1 }), seen);
    if (found !== null) return found;
  }
  if (here !== null) seen.deadEnds.add(here);
  return null;
}

export const isWorld = (explained: World | readonly string[]): explained is World =>
  !Array.isArray(explained);

function stepOf({ call, answer }: Answered, all: readonly Answered[]): Step {
  const { operation } = call;
  if (answer === null) return (world) => ({ world: runJob(world, operation) });
  if (answer.body?.error === stillRunning) {
    const isHeldUp = all.some((other) => holdsUp(other, call));
    return (world) => (isHeldUp ? { world } : complaint(call, answer, ["nobody else is at it"]));
  }
  if (operation === "settlements.create") return settling(call, answer);
  const write = writes[operation];
  const serve = write === undefined ? others[operation] : onceOnly(operation, write);
  if (serve === undefined) throw new Error(`The model has no operation ${operation}.`);
  return (world) => judge({ ...call, world, answer }, serve);
}

const onceOnly =
  (operation: string, write: Rule): Rule =>
  (turn) => {
    beforeKey[operation]?.(turn);
    return once(turn, operation, write);
  };

/** Whether somebody may have been at work under a caller's Idempotency-Key. */
const holdsUp = ({ call, answer }: Answered, { tenant, idempotencyKey }: Call): boolean =>
  call.tenant === tenant &&
  call.idempotencyKey === idempotencyKey &&
  answer?.body?.error !== stillRunning;

/**
 * A settlement takes two steps: between them the chain is waited for. Whoever waits is told for which
 * one; whoever is not told was refused at once.
 */
function settling(call: Call, answer: Answer): Step {
  const id = answer.headers.get("location")?.split("/").at(-1) ?? "none";
  const take = onceOnly(call.operation, (turn) => ({ status: 0, body: takeOn(turn, id) }));
  return (world) => {
    const taking = attempt(take, { ...call, world, answer });
    if (taking.isRefused) return judge({ ...call, world, answer }, take);
    const { settlementId, created } = taking.expected.body as Taken;
    if (settlementId !== id) return complaint(call, answer, [`it must be ${settlementId}`]);
    const wait: Rule = (turn) => {
      decide(turn.world, id, answer.body?.settlement?.transactionHash ?? null);
      const replayed = taking.expected.replayed ?? false;
      return { ...showSettled(turn.world, { settlementId, created }), replayed };
    };
    return { world, next: (later) => judge({ ...call, world: later, answer }, wait) };
  };
}

/** The events of a batch are recorded one by one: what others do may come between them. */
function stepsOfBatch({ call, answer }: Answered): Step[] {
  if (answer === null) return [];
  const events = eventsOf({ ...call, answer });
  const byKey = Map.groupBy(events, ({ input }) => `${input.subscriptionId} ${input.eventKey}`);
  return [...byKey.values()].map((sameKey) =>
    chainOf(sameKey.map((event) => ({ ...call, ...event }))),
  );
}

/** Of events with the same key the first one goes first. Whether it is a replay is said of the whole batch. */
function chainOf([first, ...rest]: readonly (Call & Pick<Turn, "answer">)[]): Step {
  return (world) => {
    if (first === undefined) return { world };
    const isReplayed = (turn: Turn) => {
      const expected = createOneOfBatch(turn);
      const isOfReplay = turn.answer.headers.get("idempotent-replayed") === "true";
      return { ...expected, replayed: isOfReplay && expected.replayed === true };
    };
    const after = judge({ ...first, world }, isReplayed);
    return typeof after === "string" || rest.length === 0
      ? after
      : { ...after, next: chainOf(rest) };
  };
}

/** Serves a caller, and holds its answer against the model's. What is refused has changed nothing. */
function judge(turn: Turn & Call, rule: Rule): ReturnType<Step> {
  const before = copyOf(turn.world);
  const { expected, isRefused } = attempt(rule, turn);
  const wrong = mismatches(expected, turn.answer);
  if (wrong.length > 0) return complaint(turn, turn.answer, wrong);
  return { world: isRefused && !leavesTraces(turn) ? before : turn.world };
}

function mismatches({ status, body, replayed = false }: Expected, answer: Answer): string[] {
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  return [
    ...(answer.status === status ? [] : [`status is ${answer.status} and must be ${status}`]),
    ...(isReplayed === replayed ? [] : [`it must ${replayed ? "" : "not "}be a replay`]),
    ...differences(body, known(answer.body)),
  ];
}

const invoiceUrl = /^https:\/\/pay\.example\.com\/checkout\/invoices\/[0-9a-f]{32}$/;

/**
 * An answer without what the model does not know: when a settlement is sent, until it is decided; the secret in an
 * invoice's `url`; when a balance was written last; the id of a top-up's credit; and the codes of errors, which it knows
 * by their messages.
 */
function known(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_name, value) => {
    if (typeof value?.error === "string") return { ...value, code: undefined, param: undefined };
    if (invoiceUrl.test(value?.url)) return { ...value, url: undefined };
    if (value?.overdraft !== undefined) return { ...value, updatedAt: undefined };
    if (value?.type === "TOP_UP") return { ...value, creditId: undefined };
    const isUndecided =
      value?.status === "SUBMITTED" || (value?.status === "PENDING" && "referenceHash" in value);
    return isUndecided ? { ...value, status: "PENDING", transactionHash: null } : value;
  });
}

function complaint({ operation, input }: Call, { status }: Answer, why: readonly string[]): string {
  return `${operation} ${JSON.stringify(input)}, answered with ${status}: ${why.join("; ")}`;
}
