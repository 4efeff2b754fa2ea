import type { Answer } from "../harness/doors.ts";
import { differences } from "./differences.ts";
import { once, stillRunning } from "./idempotency.ts";
import { attempt, type Expected, type Input, type ModelCall } from "./model-call.ts";
import { beforeKey, leavesTraces, others, type Rule, writes } from "./operations.ts";
import { runJob } from "./rules/jobs.ts";
import { decide, showSettled, type Taken, takeOn } from "./rules/settlements.ts";
import { createOneOfBatch, eventsOf } from "./rules/usage-events.ts";
import { copyOf, digestOf, type Tenant, type World } from "./world.ts";

/** A request of a caller. */
export interface Call {
  readonly operation: string;
  readonly input: Input;
  readonly tenant: Tenant;
  readonly idempotencyKey: string | null;
}

/** The response; null for a job, which has none. */
export interface Answered {
  readonly call: Call;
  readonly answer: Answer | null;
}

/**
 * One uninterrupted step for a caller.
 *
 * @returns the world after it and the remaining steps; or how the response differs
 */
type Step = (world: World) => { readonly world: World; readonly next?: Step } | string;

/**
 * Looks for an order in which concurrent callers may have been served, such that each response equals the model's.
 *
 * @param later responses that were read when all of them were done: if several orders explain the first responses,
 *   these decide
 * @returns the world after the callers in that order, or the differences of each order
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

/** A caller, by its next step and the number of its previous ones. */
interface Waiting {
  readonly next: Step | undefined;
  readonly served: number;
}

interface Seen {
  /** The world after all callers were served. */
  readonly goOn: (world: World) => World | readonly string[];
  readonly complaints: Set<string>;
  /** The progress of each caller and the world, for states that led to no explanation. */
  readonly deadEnds: Set<string>;
}

function search(world: World, waiting: readonly Waiting[], seen: Seen): World | null {
  if (waiting.every(({ next }) => next === undefined)) {
    const after = seen.goOn(world);
    if (isWorld(after)) return after;
    for (const complaint of after) seen.complaints.add(complaint);
    return null;
  }
  // Many orders lead to the same world. Nothing is noted while each caller is explained immediately.
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
  return (world) => serveAndCompare({ ...call, world, answer }, serve);
}

const onceOnly =
  (operation: string, write: Rule): Rule =>
  (modelCall) => {
    beforeKey[operation]?.(modelCall);
    return once(modelCall, operation, write);
  };

/** Whether another call with a caller's Idempotency-Key may have been in progress. */
const holdsUp = ({ call, answer }: Answered, { tenant, idempotencyKey }: Call): boolean =>
  call.tenant === tenant &&
  call.idempotencyKey === idempotencyKey &&
  answer?.body?.error !== stillRunning;

/**
 * A settlement takes two steps, and waits for the chain in between. A caller that waits is told the settlement's
 * id; another caller was refused immediately.
 */
function settling(call: Call, answer: Answer): Step {
  const id = answer.headers.get("location")?.split("/").at(-1) ?? "none";
  const take = onceOnly(call.operation, (modelCall) => ({
    status: 0,
    body: takeOn(modelCall, id),
  }));
  return (world) => {
    const taking = attempt(take, { ...call, world, answer });
    if (taking.isRefused) return serveAndCompare({ ...call, world, answer }, take);
    const { settlementId, created } = taking.expected.body as Taken;
    if (settlementId !== id) return complaint(call, answer, [`it must be ${settlementId}`]);
    const wait: Rule = (modelCall) => {
      decide(modelCall.world, id, answer.body?.settlement?.transactionHash ?? null);
      const replayed = taking.expected.replayed ?? false;
      return { ...showSettled(modelCall.world, { settlementId, created }), replayed };
    };
    return { world, next: (later) => serveAndCompare({ ...call, world: later, answer }, wait) };
  };
}

/** The events of a batch are recorded one by one, so other calls may come between them. */
function stepsOfBatch({ call, answer }: Answered): Step[] {
  if (answer === null) return [];
  const events = eventsOf({ ...call, answer });
  const byKey = Map.groupBy(events, ({ input }) => `${input.subscriptionId} ${input.eventKey}`);
  return [...byKey.values()].map((sameKey) =>
    chainOf(sameKey.map((event) => ({ ...call, ...event }))),
  );
}

/** Of events with the same key, the first one is recorded. Whether it is a replay is stated for the whole batch. */
function chainOf([first, ...rest]: readonly (Call & Pick<ModelCall, "answer">)[]): Step {
  return (world) => {
    if (first === undefined) return { world };
    const isReplayed = (modelCall: ModelCall) => {
      const expected = createOneOfBatch(modelCall);
      const isOfReplay = modelCall.answer.headers.get("idempotent-replayed") === "true";
      return { ...expected, replayed: isOfReplay && expected.replayed === true };
    };
    const after = serveAndCompare({ ...first, world }, isReplayed);
    return typeof after === "string" || rest.length === 0
      ? after
      : { ...after, next: chainOf(rest) };
  };
}

/** Serves a caller, and compares its response with the model's. A refusal changes nothing. */
function serveAndCompare(modelCall: ModelCall & Call, rule: Rule): ReturnType<Step> {
  const before = copyOf(modelCall.world);
  const { expected, isRefused } = attempt(rule, modelCall);
  const wrong = mismatches(expected, modelCall.answer);
  if (wrong.length > 0) return complaint(modelCall, modelCall.answer, wrong);
  return { world: isRefused && !leavesTraces(modelCall) ? before : modelCall.world };
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
 * A response without what the model does not know: when a settlement is sent, until it is decided; the secret in an
 * invoice's `url`; when a balance was last changed; the id of a top-up's credit; and error codes, since it knows
 * errors by their messages.
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
