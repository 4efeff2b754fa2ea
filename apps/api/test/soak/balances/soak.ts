import { join } from "node:path";
import { newSubscriber } from "../../processes/calls.ts";
import { type Counts, listed, type OptionsOf, type Soak, wholeNumber } from "../define-soak.ts";
import { inject, kills } from "../faults/inject.ts";
import { type KillablePostgres, startKillablePostgres } from "../faults/killable-postgres.ts";
import { afterAllJumps, jump, type ShiftedClock, shiftedClock } from "../faults/shifted-clock.ts";
import { comeToRest } from "../judge.ts";
import { serviceOf } from "../service.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { judgeUsage, keepSending, type Senders } from "../usage.ts";
import { keepCharging, toldOfCharges } from "./charges.ts";
import { keepHolding } from "./holders.ts";
import { judgeCharges } from "./judge.ts";
import { keepPaying } from "./payers.ts";
import { keepRunningPrograms, newBalance, newPrepaid, setLimit, setPrices } from "./programs.ts";

const options = {
  /** How many events are charged at least. */
  debits: wholeNumber(1_000_000, 0, 100_000_000),
  /** Of API processes. */
  kills: wholeNumber(100, 0, 100_000),
  postgresKills: wholeNumber(20, 0, 100_000),
  /** Reorganizations of the chain, which take top-ups back. */
  reorgs: wholeNumber(20, 0, 100_000),
  /** Of the clocks of processes. */
  jumps: wholeNumber(40, 0, 100_000),
  /** API processes on one database, each with a clock of its own. */
  processes: wholeNumber(2, 1, 20),
  /** Callers that charge a few balances with much credit, each one request at a time. */
  callers: wholeNumber(8, 1, 1_000),
  /** Callers that place holds and end them, two calls at once for each. */
  holders: wholeNumber(8, 1, 1_000),
  /** Callers that top their balance up, and spend it. */
  payers: wholeNumber(4, 0, 100),
  /** Callers that send usage events without a charge, one request at a time. */
  senders: wholeNumber(8, 0, 1_000),
};
type BalancesOptions = OptionsOf<typeof options>;

/** The longest pause before a fault, and the longest life of a process, in milliseconds. */
const longestPauseMs = 1_000;
/** The deepest reorganization, in blocks. */
const deepest = 5;

/**
 * Charges balances and records usage through several processes while they and Postgres are killed by SIGKILL, their
 * clocks jump and the chain takes payments of top-ups back, and then compares what callers were told with the ledger.
 * All the while, programs with 1 USDC, on a balance or by a limit, make a thousand concurrent calls of 0.01 USDC or by a rate
 * card, of which exactly one hundred must be served.
 */
export const balances: Soak<keyof typeof options> = {
  name: "balances",
  summary:
    "Charges, holds and usage events that race each other and are repeated, while processes and Postgres are killed, clocks jump and payments are taken back.",
  options,
  run: (given) => {
    const clocks: ShiftedClock[] = [];
    const members = ({ folder }: Scenery) =>
      replicas(given.processes).map((one) => {
        const clock = shiftedClock(join(folder, `${one.name}.clock`));
        clocks.push(clock);
        const settings = { SETTLEMENT_TIMEOUT_MS: "6000", LOG_LEVEL: "fatal" };
        return { ...one, environment: { ...settings, ...clock.environment } };
      });
    return onStage<KillablePostgres>(
      {
        seed: given.seed,
        database: startKillablePostgres,
        minesBlocks: true,
        members,
        now: afterAllJumps,
      },
      (stage) => play(stage, given, clocks),
    );
  },
};

async function play(
  stage: Stage<KillablePostgres>,
  given: BalancesOptions,
  clocks: readonly ShiftedClock[],
): Promise<Counts> {
  const { processes, problem, random, to } = stage;
  const told = toldOfCharges(problem);
  const service = serviceOf(processes, random.fork());
  const by = () => ({ service: service.fork(), told });
  const rich = await Promise.all([1, 2, 3, 4].map(() => newPrepaid(to, "100000000")));
  for (const one of rich) await setPrices(to, one);
  for (const one of rich) await newBalance(to, one, "100", "priced-5");
  const paying = await Promise.all(times(given.payers, () => newPrepaid(to, null)));
  const senders: Senders = {
    // Not with an Idempotency-Key, which a jump of a clock by a day ends.
    manners: { single: 6, named: 0, batch: 2, lines: 1 },
    subscribers: await Promise.all([1, 2, 3, 4].map(() => newSubscriber(to))),
    recorded: new Map(),
    problem,
  };

  // They refuse nothing; at the end, what is stored as used is compared with the events.
  for (const [window, one] of [
    ["hour", rich[0]],
    ["day", rich[1]],
    ["rolling", senders.subscribers[0]],
  ] as const) {
    const of = { window, ...(window === "rolling" && { seconds: 60 }) };
    if (one !== undefined)
      await setLimit(to, one, { ...of, measure: "quantity", max: "1000", action: "NOTIFY" });
  }

  let isQuiet = false; // nothing happens any more
  let isStuck = false;
  const isOver = () => isQuiet || isStuck;
  const areCharged = () => isStuck || (isQuiet && told.served.size >= given.debits);
  const programs = keepRunningPrograms(by(), to, isOver);
  const callers = Promise.all([
    ...times(given.callers, () => keepCharging(by(), rich, areCharged)),
    ...times(given.holders, () => keepHolding(by(), rich, isOver)),
    ...times(given.senders, () => keepSending(service.fork(), senders, isOver)),
    ...paying.map((prepaid) => keepPaying(by(), prepaid, isOver)),
    programs,
  ]).catch((error: unknown) => {
    isStuck = true;
    problem(`a caller gave up: ${error}`);
  });
  await injectAll(stage, given, clocks);
  isQuiet = true;
  await callers;
  await comeToRest(stage);

  const uncharged = senders.subscribers.map(({ subscriptionId }) => subscriptionId);
  return [
    ["kills of API processes", given.kills],
    ["kills of Postgres", given.postgresKills],
    ["reorganizations", given.reorgs],
    ["jumps of clocks", given.jumps],
    ["programs with 1 USDC", await programs.catch(() => "stuck")],
    ...(await judgeCharges(stage.database.directUrl(), told, uncharged)),
    ...(await judgeUsage(stage, service, senders)),
    ["answers", listed(service.answers)],
  ];
}

async function injectAll(
  stage: Stage<KillablePostgres>,
  given: BalancesOptions,
  clocks: readonly ShiftedClock[],
): Promise<void> {
  const { processes, chain, database, random } = stage;
  const faults = {
    kill: kills(stage, given.kills, longestPauseMs),
    "kill Postgres": {
      times: given.postgresKills,
      happen: async () => {
        // A process that starts without a database ends, as it should.
        await Promise.all(processes.map((process) => process.up()));
        await database.kill();
      },
    },
    reorganize: { times: given.reorgs, happen: () => chain.reorganize(random.integer(1, deepest)) },
    jump: { times: given.jumps, happen: () => jump(random.oneOf(clocks), random) },
  };
  await inject(stage, faults, { random: random.fork(), longestPauseMs });
  for (const clock of clocks) clock.setOff(0);
}

const times = <Made>(count: number, make: () => Made): Made[] =>
  Array.from({ length: count }, make);
