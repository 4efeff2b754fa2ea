import type { AsyncCommand } from "fast-check";
import { within } from "../../src/kit/time-limit.ts";
import type { Draft, Sent } from "./drafts.ts";
import { type Answered, explain, isWorld } from "./explain.ts";
import { rememberedMs } from "./idempotency.ts";
import { jobNames } from "./rules/jobs.ts";
import { endOfPeriod } from "./rules/subscriptions.ts";
import type { Scene } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { isUnnamed, type Moment, put, type World } from "./world.ts";

/** The timeout of callers and jobs, in milliseconds: longer than any settlement. */
const longestMs = 120_000;

export type Command = AsyncCommand<Scene, Stage>;

/** Callers make calls while jobs run: one alone, or several at once. */
export class Ask implements Command {
  readonly #drafts: readonly Draft[];
  readonly #jobs: readonly string[];

  constructor(drafts: readonly Draft[], jobs: readonly string[] = []) {
    this.#drafts = drafts;
    this.#jobs = jobs;
  }

  check = () => true;

  async run(scene: Scene, stage: Stage): Promise<void> {
    const calls = this.#drafts.map((draft) => draft.callIn(scene));
    await ask(scene, stage, calls, this.#jobs);
    scene.history.push(
      ...calls.filter(({ operation }) => !/\.(get|list|entries)$/.test(operation)),
    );
    await nameRenewals(scene, stage);
  }

  toString(): string {
    return [...this.#drafts.map(({ operation }) => operation), ...this.#jobs].join(" | ");
  }
}

/** Makes all calls at once, and looks for an order of them that explains all responses. */
export async function ask(
  scene: Scene,
  stage: Stage,
  calls: readonly Sent[],
  jobs: readonly string[] = [],
): Promise<void> {
  const done = await within(
    longestMs,
    Promise.all([
      Promise.all(calls.map((call) => stage.send(call))),
      Promise.all(jobs.map((name) => stage.runJob(name))),
    ]),
  );
  if (done === "late") {
    const who = [...calls.map(({ operation }) => operation), ...jobs].join(", ");
    throw new Error(`Not all of these came to an end: ${who}`);
  }
  const [answers] = done;
  const answered: Answered[] = [
    ...calls.map((call, index) => ({ call, answer: answers[index] ?? null })),
    ...jobs.map((operation) => ({
      call: { operation, input: {}, tenant: null, idempotencyKey: null },
      answer: null,
    })),
  ];
  scene.told.push(answered.map(inWords).join("\n  | "));
  const later = await Promise.all([
    ...answered.flatMap((one) => failedSettlement(stage, one)),
    ...(answered.length > 1 ? ledgers(scene, stage, calls) : []),
    ...(answered.length > 1 ? autoTopUps(scene, stage, jobs) : []),
    ...changedRecords(stage, calls),
  ]);
  const after = explain(scene.world, answered, later);
  if (isWorld(after)) scene.world = after;
  else throw new Error(`Nothing explains the last answers:\n${after.join("\n")}`);
}

/** Reads a record as the platform. */
function read(
  stage: Stage,
  operation: string,
  input: Answered["call"]["input"],
): Promise<Answered> {
  const call = { operation, input, tenant: null, idempotencyKey: null };
  return stage.send({ ...call, door: "REST" }).then((answer) => ({ call, answer }));
}

/** When a settlement has failed, only its own record shows its creator and who joined it. */
function failedSettlement(stage: Stage, { answer }: Answered): Promise<Answered>[] {
  const settlementId = answer?.headers.get("location")?.split("/").at(-1);
  if (settlementId === undefined || answer?.status !== 500) return [];
  return [read(stage, "settlements.get", { settlementId })];
}

/** When several callers change a balance at once, only its ledger and its terms show their order. */
function ledgers({ world }: Scene, stage: Stage, calls: readonly Sent[]): Promise<Answered>[] {
  const isAbout = ({ operation, input }: Sent) =>
    /^(balances|holds|settlements|creditNotes)\.|^usageEvents\.void$/.test(operation) ||
    JSON.stringify(input).includes("balanceId");
  if (!calls.some(isAbout)) return [];
  return [...world.balances.keys()].flatMap((balanceId) => [
    read(stage, "balances.entries", { balanceId, limit: 1000 }),
    read(stage, "balances.get", { balanceId }),
  ]);
}

/** When balances change while the job looks at them, only the automatic top-ups show what it found. */
function autoTopUps({ world }: Scene, stage: Stage, jobs: readonly string[]): Promise<Answered>[] {
  if (!jobs.includes("top-up-balances")) return [];
  return [...world.balances.keys()].map((balanceId) =>
    read(stage, "balances.autoTopUp", { balanceId }),
  );
}

/** The reads that show a record after each of these changes to it. */
const readAfter: Readonly<Record<string, readonly [operation: string, id: string]>> = {
  "services.update": ["services.get", "serviceId"],
  "subscriptions.cancel": ["subscriptions.get", "subscriptionId"],
};

/** When several callers change a record at once, only the record shows which of them was the last. */
function changedRecords(stage: Stage, calls: readonly Sent[]): Promise<Answered>[] {
  return Object.entries(readAfter).flatMap(([change, [operation, id]]) => {
    const changes = calls.filter((one) => one.operation === change);
    if (changes.length < 2) return [];
    return changes.map(({ input }) => read(stage, operation, { [id]: input[id] }));
  });
}

function inWords({ call, answer }: Answered): string {
  const { operation, input, tenant, idempotencyKey } = call;
  const what = answer === null ? "" : ` → ${answer.status} ${answer.body?.error ?? ""}`;
  const key = idempotencyKey === null ? "" : ` under ${idempotencyKey}`;
  return `${operation} ${JSON.stringify(input)} by ${tenant ?? "the platform"}${key}${what}`;
}

/**
 * No response has the id of an invoice that a renewal created; only lists show it. So the model reads the id there,
 * and checks that each period has exactly one such invoice.
 */
export async function nameRenewals(scene: Scene, stage: Stage): Promise<void> {
  const unnamed = [...scene.world.invoices.values()].filter(isUnnamed);
  for (const subscriptionId of new Set(unnamed.map((invoice) => invoice.subscriptionId))) {
    const list = {
      operation: "invoices.list",
      tenant: null,
      idempotencyKey: null,
      door: "REST",
    } as const;
    const call = { ...list, input: { subscriptionId, limit: 100 } };
    const answer = await stage.send(call);
    const { invoices } = scene.world;
    for (const { id, createdAt } of answer.body?.invoices ?? []) {
      const one = [...invoices.values()].find(
        (invoice) =>
          isUnnamed(invoice) &&
          invoice.subscriptionId === subscriptionId &&
          invoice.createdAt === Date.parse(createdAt),
      );
      if (one === undefined || invoices.has(id)) continue;
      invoices.delete(one.id);
      put(invoices, { ...one, id });
    }
    const after = explain(scene.world, [{ call, answer }]);
    if (!isWorld(after)) throw new Error(`Renewals are otherwise:\n${after.join("\n")}`);
    scene.world = after;
  }
}

/** Advances the clock, by a duration or to the next due time. Then jobs run, or nobody has read anything yet. */
export class Wait implements Command {
  readonly #leap: number | "due";
  readonly #beyondMs: number;
  readonly #jobs: boolean;

  /** @param beyondMs how long after the due time the advance ends; before it, if negative */
  constructor(leap: number | "due", beyondMs: number, jobs: boolean) {
    this.#leap = leap;
    this.#beyondMs = beyondMs;
    this.#jobs = jobs;
  }

  check = () => true;

  async run(scene: Scene, stage: Stage): Promise<void> {
    const { world } = scene;
    const leapt = this.#leap === "due" ? nextDue(world) : world.now + this.#leap;
    world.now = Math.max(world.now, leapt + this.#beyondMs);
    stage.setTime(world.now);
    scene.told.push(`it is ${new Date(world.now).toISOString()}`);
    if (!this.#jobs) return;
    await ask(scene, stage, [], jobNames);
    await nameRenewals(scene, stage);
  }

  toString(): string {
    return `wait ${this.#leap} ${this.#beyondMs}${this.#jobs ? " with jobs" : ""}`;
  }
}

/** The time at which something is due next; at most 40 days from now. */
function nextDue(world: World): Moment {
  const moments = [
    ...[...world.sessions.values()].map((one) => (one.status === "PENDING" ? one.expiresAt : null)),
    ...[...world.invoices.values()].map((one) => (one.status === "OPEN" ? one.dueAt : null)),
    ...[...world.subscriptions.values()].map((one) =>
      one.status === "ACTIVE" ? endOfPeriod(world, one) : null,
    ),
    ...[...world.holds.values()].map((one) => (one.status === "HELD" ? one.expiresAt : null)),
    ...[...world.lots.values()].map((one) => (one.remaining > 0n ? one.expiresAt : null)),
    ...[...world.remembered.values()].map(({ at }) => at + rememberedMs),
  ];
  const later = moments.filter((moment) => moment !== null && moment > world.now);
  return Math.min(world.now + 40 * 24 * 3_600_000, ...later.map(Number));
}

/** The same command while the chain refuses every settlement. */
export class AskWhilePaused implements Command {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  check = () => true;

  async run(scene: Scene, stage: Stage): Promise<void> {
    await stage.pause(true);
    scene.world.paused = true;
    scene.told.push("the contract is paused");
    try {
      await this.#ask.run(scene, stage);
    } finally {
      await stage.pause(false);
      scene.world.paused = false;
      scene.told.push("the contract goes on");
    }
  }

  toString(): string {
    return `while the contract is paused: ${this.#ask}`;
  }
}
