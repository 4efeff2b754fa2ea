import type { Answer } from "../harness/doors.ts";
import { differences } from "./differences.ts";
import { once, stillRunning } from "./idempotency.ts";
import { others, type Rule, writes } from "./operations.ts";
import { runJob } from "./rules/jobs.ts";
import { decide, showSettled, type Taken, takeOn } from "./rules/settlements.ts";
import { type Expected, type Input, Refused, type Turn } from "./turn.ts";
import { copyOf, type Tenant, type World } from "./world.ts";

/** What somebody has asked of the service. */
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
 * @returns the world after them in that order, or what speaks against each order
 */
export function explain(world: World, answered: readonly Answered[]): World | readonly string[] {
  const complaints = new Set<string>();
  const steps = answered.map((one) => stepOf(one, answered));
  return search(world, steps, complaints) ?? [...complaints];
}

function search(
  world: World,
  left: readonly (Step | undefined)[],
  complaints: Set<string>,
): World | null {
  if (left.every((step) => step === undefined)) return world;
  for (const [index, step] of left.entries()) {
    if (step === undefined) continue;
    const after = step(copyOf(world));
    if (typeof after === "string") {
      complaints.add(after);
      continue;
    }
    const found = search(after.world, left.with(index, after.next), complaints);
    if (found !== null) return found;
  }
  return null;
}

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
  (turn) =>
    once(turn, operation, write);

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

/** Serves a caller, and holds its answer against the model's. What is refused has changed nothing. */
function judge(turn: Turn & Call, rule: Rule): ReturnType<Step> {
  const before = copyOf(turn.world);
  const { expected, isRefused } = attempt(rule, turn);
  const wrong = mismatches(expected, turn.answer);
  if (wrong.length > 0) return complaint(turn, turn.answer, wrong);
  return { world: isRefused && !(turn.operation in others) ? before : turn.world };
}

function attempt(
  rule: Rule,
  turn: Turn,
): { readonly expected: Expected; readonly isRefused: boolean } {
  try {
    return { expected: rule(turn), isRefused: false };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message } = error;
    return { expected: { status, body: { error: message } }, isRefused: true };
  }
}

function mismatches({ status, body, replayed = false }: Expected, answer: Answer): string[] {
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  return [
    ...(answer.status === status ? [] : [`status is ${answer.status} and must be ${status}`]),
    ...(isReplayed === replayed ? [] : [`it must ${replayed ? "" : "not "}be a replay`]),
    ...differences(body, withoutProgress(answer.body)),
  ];
}

/** When a settlement is sent nobody can foresee: until it is decided it may have been or not. */
function withoutProgress(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_name, value) =>
    value?.status === "SUBMITTED" || (value?.status === "PENDING" && "referenceHash" in value)
      ? { ...value, status: "PENDING", transactionHash: null }
      : value,
  );
}

function complaint({ operation, input }: Call, { status }: Answer, why: readonly string[]): string {
  return `${operation} ${JSON.stringify(input)}, answered with ${status}: ${why.join("; ")}`;
}
