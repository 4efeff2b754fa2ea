import { join } from "node:path";
import { Client } from "pg";
import { rpc } from "../../harness/chain.ts";
import { contradictions } from "../../harness/oracle.ts";
import type { ShiftedClock } from "../clocks/shifted-clock.ts";
import { shiftedClock } from "../clocks/shifted-clock.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { setIngestStage } from "../ingest/stage.ts";
import { randomFrom } from "../random.ts";
import { comeToRest } from "../settlements/rest.ts";
import { startSoakChain } from "../settlements/soak-chain.ts";
import type { BalanceCall } from "./calls.ts";
import { keepCharging } from "./charges.ts";
import { afterAllJumps, playHappenings } from "./happenings.ts";
import { keepHolding } from "./holders.ts";
import { judgeCharges } from "./judge.ts";
import type { BalancesOptions } from "./options.ts";
import { keepPaying } from "./payers.ts";
import { keepRunningPrograms, newPrepaid } from "./programs.ts";
import { toldOfCharges } from "./told.ts";

/** Deeper than any reorganization, in blocks. */
const finality = 12;

const settlementTerms = {
  SETTLEMENT_CONFIRMATIONS: "1",
  SETTLEMENT_FINALITY: String(finality),
  SETTLEMENT_TIMEOUT_MS: "6000",
};

/**
 * Charges balances through several processes while they and Postgres are killed by SIGKILL, their clocks jump and the chain
 * takes payments of top-ups back, and then holds what callers were told against the ledger. All the while, programs with
 * 1 USDC make a thousand concurrent calls of 0.01 USDC, of which exactly one hundred must be served.
 */
export async function soakBalances(options: BalancesOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const clocks: ShiftedClock[] = [];
  const stage = await setIngestStage(options.processes, problem, (name, folder) => {
    const clock = shiftedClock(join(folder, `${name}.clock`));
    clocks.push(clock);
    return { ...settlementTerms, ...clock.environment };
  });
  const anvil = { url: stage.rpcUrl };
  await rpc({ anvil }, "anvil_mine", [2 * finality]); // the contract itself is not to be reorganized
  const chain = await startSoakChain(anvil);
  const told = toldOfCharges(problem);
  const by = (): BalanceCall => ({
    processes: stage.processes,
    apiKey,
    told,
    random: random.fork(),
  });
  try {
    for (const process of stage.processes) process.start();
    const [url = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    const to = { url, key: apiKey };
    const rich = await Promise.all([1, 2, 3, 4].map(() => newPrepaid(to, "100000000")));
    const paying = await Promise.all(times(options.payers, () => newPrepaid(to, null)));

    let isQuiet = false; // nothing happens any more
    let isStuck = false;
    const isOver = () => isQuiet || isStuck;
    const areCharged = () => isStuck || (isQuiet && told.served.size >= options.debits);
    const programs = keepRunningPrograms(by(), isOver);
    const callers = Promise.all([
      ...times(options.callers, () => keepCharging(by(), rich, areCharged)),
      ...times(options.holders, () => keepHolding(by(), rich, isOver)),
      ...paying.map((prepaid) => keepPaying(by(), prepaid, isOver)),
      programs,
    ]).catch((error: unknown) => {
      isStuck = true;
      problem(`a caller gave up: ${error}`);
    });
    await playHappenings({ stage, chain, clocks }, options, random.fork());
    isQuiet = true;
    await callers;
    await withDatabase(stage.databaseUrl(), (database) => comeToRest(database, problem));

    const counts = await judgeCharges(stage.databaseUrl(), told);
    const judged = { ...stage, databaseUrl: stage.databaseUrl(), now: afterAllJumps() };
    problems.push(...(await contradictions(judged)));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["kills of API processes", String(options.kills)],
        ["kills of Postgres", String(options.postgresKills)],
        ["reorganizations", String(options.reorgs)],
        ["jumps of clocks", String(options.jumps)],
        ["programs with 1 USDC", String(await programs.catch(() => "stuck"))],
        ...counts,
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await chain.stop();
    await stage.stop();
  }
}

const times = <Made>(count: number, make: () => Made): Made[] =>
  Array.from({ length: count }, make);

async function withDatabase(
  connectionString: string,
  work: (database: Client) => Promise<void>,
): Promise<void> {
  const database = new Client({ connectionString });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
