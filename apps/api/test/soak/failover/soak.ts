import { setTimeout as sleep } from "node:timers/promises";
import { newSubscriber, type Subscriber } from "../../processes/calls.ts";
import { type Counts, listed, type OptionsOf, type Soak, wholeNumber } from "../define-soak.ts";
import { inject } from "../faults/inject.ts";
import { comeToRest, judgeSettlements } from "../judge.ts";
import { type Service, serviceOf } from "../service.ts";
import { settleAs, type Told } from "../settlements/callers.ts";
import { onStage, type Scenery, type Stage } from "../stage.ts";
import { judgeUsage, keepSending, type Senders } from "../usage.ts";
import { type PooledPair, startPooledPair } from "./pooled-pair.ts";
import { nextVersion, upgrade } from "./upgrade.ts";

const options = {
  /** Kills of the primary, each followed by a promotion of the standby. */
  failovers: wholeNumber(10, 0, 1_000),
  /** How often the standby stops and returns. */
  losses: wholeNumber(5, 0, 1_000),
  /** How many callers send events, one request at a time. */
  callers: wholeNumber(16, 1, 200),
  /** How many callers settle invoices, one invoice at a time. */
  settlers: wholeNumber(3, 0, 50),
};
type FailoverOptions = OptionsOf<typeof options>;

/** The longest time between two faults, and the longest absence of the standby, in milliseconds. */
const longestMs = 4_000;

/**
 * Records usage and settles invoices while the service is upgraded process by process, the primary is killed and its
 * synchronous standby promoted, and the standby is away. One process knows both servers; the other uses a pooler that is
 * told of each promotion. Then compares what callers were told with the last primary and the chain.
 */
export const failover: Soak<keyof typeof options> = {
  name: "failover",
  summary:
    "An upgrade process by process; then primaries are killed, standbys promoted, and standbys are away; with several servers and behind a pooler.",
  options,
  run: async (given) => {
    let removeNext = async () => {};
    const members = async ({ database, random }: Scenery<PooledPair>) => {
      const { root, remove } = await nextVersion(random);
      removeNext = remove;
      const urls = { "both-servers": database.url, pooler: database.poolerUrl };
      return Object.entries(urls).flatMap(([name, DATABASE_URL]) => {
        const environment = { DATABASE_URL, SYNCHRONOUS_STANDBYS: "1" };
        return [
          { name: `old-${name}`, environment },
          { name: `next-${name}`, environment, root, waits: true },
        ];
      });
    };
    try {
      return await onStage({ seed: given.seed, database: startPooledPair, members }, (stage) =>
        play(stage, given),
      );
    } finally {
      await removeNext();
    }
  },
};

async function play(stage: Stage<PooledPair>, given: FailoverOptions): Promise<Counts> {
  const { processes, problem, random, to } = stage;
  const service = serviceOf(processes, random.fork());
  const subscribers = await Promise.all([1, 2, 3, 4].map(() => newSubscriber(to)));
  const [subscriber] = subscribers;
  if (subscriber === undefined) throw new Error("Four are some.");
  const senders: Senders = {
    manners: { single: 6, named: 4, batch: 2, lines: 1 },
    subscribers,
    recorded: new Map(),
    problem,
  };
  const told: Told = { settled: new Map(), allows: (status) => status >= 500, problem };

  let isOver = false;
  const callers = Promise.all([
    ...Array.from({ length: given.callers }, () =>
      keepSending(service.fork(), senders, () => isOver),
    ),
    ...Array.from({ length: given.settlers }, () =>
      keepSettling(service.fork(), subscriber, told, () => isOver),
    ),
  ]).catch((error: unknown) => problem(`a caller gave up: ${error}`));
  await withoutFailures(service, problem, () => upgrade(stage));
  const awayMs = await disturb(stage, given);
  isOver = true;
  await callers;

  await comeToRest(stage);
  await judgeSettlements(stage, told.settled);
  return [
    ["failovers", given.failovers],
    ["losses of the standby", given.losses],
    ["from kill to ready, ms", awayMs.map((ms) => ms.toFixed(0)).join(", ")],
    ...(await judgeUsage(stage, service, senders)),
    ["answers", listed(service.answers)],
    ["settled", told.settled.size],
  ];
}

/** Settles new invoices one at a time. */
async function keepSettling(
  service: Service,
  subscriber: Subscriber,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const input = { ...subscriber, amount: "0.625", status: "OPEN" };
    const { body } = await service.told("POST", "/invoices", input);
    await settleAs("patient", service, told, body.invoice.id);
  }
}

/** No request that reaches a process may fail because of an upgrade. */
async function withoutFailures(
  { answers }: Service,
  problem: Stage["problem"],
  work: () => Promise<void>,
): Promise<void> {
  const failures = () => new Map([...answers].filter(([status]) => Number(status) >= 500));
  const before = failures();
  await work();
  for (const [status, count] of failures()) {
    const more = count - (before.get(status) ?? 0);
    if (more > 0) problem(`${more} requests were answered ${status} during the upgrade`);
  }
}

/** Injects all faults in an order that the seed decides. @returns how long each failover took, in milliseconds */
async function disturb(stage: Stage<PooledPair>, given: FailoverOptions): Promise<number[]> {
  const { database, random } = stage;
  const running = stage.processes.filter(({ url }) => url !== null);
  const untilReady = () => Promise.all(running.map(async (process) => ready(await process.up())));
  const awayMs: number[] = [];
  const faults = {
    failover: {
      times: given.failovers,
      happen: async () => {
        const begin = performance.now();
        await database.failOver();
        await untilReady();
        awayMs.push(performance.now() - begin);
      },
    },
    loss: {
      times: given.losses,
      happen: async () => {
        await database.stopStandby();
        await sleep(random.integer(0, longestMs));
        await database.startStandby();
        await untilReady();
      },
    },
  };
  await inject({ processes: running }, faults, {
    random: random.fork(),
    longestPauseMs: longestMs,
  });
  return awayMs;
}

/** Resolves once the process reports that it is ready. */
async function ready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status !== 200) await sleep(100);
}
