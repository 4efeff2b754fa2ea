import { startPostgres } from "@usance/local-stack";
import fc from "fast-check";
import { migrate } from "../../../src/db/schema-engine.ts";
import { sql } from "../../harness/database.ts";
import { contradictions } from "../../harness/oracle.ts";
import { startService, type TestService } from "../../harness/service.ts";
import { command } from "../../model/command-mix.ts";
import { beginning, firstBeginning, runModel } from "../../model/run.ts";
import type { SoakResult } from "../define-soak.ts";
import { listed } from "../report.ts";
import type { ModelOptions } from "./options.ts";

/** How long fast-check looks for a smaller failure, in milliseconds. */
const longestShrinkMs = 60_000;

/**
 * Makes the calls of several concurrent callers, and compares the responses with a model of the specification. The
 * seed decides the calls, but not the order in which concurrent calls are served.
 */
export async function soakModel(options: ModelOptions): Promise<SoakResult> {
  const begin = performance.now();
  const postgres = await startPostgres({ durable: false });
  const answers = new Map<string, number>();
  try {
    const lanes = Array.from({ length: options.lanes }, (_, lane) => lane);
    const problems = await Promise.all(
      lanes.map((lane) => runLane(postgres.url, options, lane, answers)),
    );
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems: problems.flat(),
      logFiles: [],
      counts: [
        ["seed", String(options.seed)],
        ["runs", String(options.runs)],
        ["answers", listed(answers)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await postgres.stop();
  }
}

/** @returns the differences from the model and the ledger, and the command that repeats the run */
async function runLane(
  postgresUrl: string,
  { seed, runs, commands, lanes, path, replayPath }: ModelOptions,
  lane: number,
  answers: Map<string, number>,
): Promise<readonly string[]> {
  const service = await startLane(postgresUrl, lane);
  let shrinkUntil = Number.POSITIVE_INFINITY;
  let first = "";
  const property = fc.asyncProperty(
    beginning,
    fc.commands([command], {
      maxCommands: 2 * commands,
      size: "max",
      ...(replayPath && { replayPath }),
    }),
    async (beginsAt, all) => {
      if (performance.now() > shrinkUntil) return;
      try {
        await runModel(service, answers, beginsAt, all);
      } catch (error) {
        shrinkUntil = Math.min(shrinkUntil, performance.now() + longestShrinkMs);
        first ||= String(error);
        throw error;
      }
    },
  );
  try {
    const numRuns = Math.ceil(runs / lanes);
    const details = await fc.check(property, { seed: seed + lane, numRuns, ...(path && { path }) });
    // The smaller run may fail in another way, so both failures are reported.
    const problems = details.failed ? [first, inWords(details, commands)] : [];
    const { databaseUrl, anvil, contract } = service;
    const ledger = { databaseUrl, rpcUrl: anvil.url, contract, now: firstBeginning };
    return [...problems, ...(await contradictions(ledger))];
  } finally {
    await service.stop();
  }
}

type Failure = Pick<
  fc.RunDetails<unknown[]>,
  "seed" | "counterexample" | "counterexamplePath" | "errorInstance"
>;

/** The last failure, and how to repeat it. */
function inWords(
  { seed, counterexample, counterexamplePath, errorInstance }: Failure,
  commands: number,
): string {
  const [, all] = counterexample ?? [];
  const replayPath = /replayPath="([^"]*)"/.exec(String(all))?.[1];
  const at = `--path ${counterexamplePath} --replay-path ${replayPath}`;
  const again = `usance soak model --seed ${seed >>> 0} --commands ${commands} --lanes 1 ${at}`;
  return `${errorInstance instanceof Error ? errorInstance.message : ""}\nOnce more: ${again}`;
}

async function startLane(postgresUrl: string, lane: number): Promise<TestService> {
  const url = new URL(postgresUrl);
  await sql(url.href, `CREATE DATABASE lane_${lane}`);
  url.pathname = `/lane_${lane}`;
  await migrate(url.href);
  const service = await startService({ DATABASE_URL: url.href });
  service.clock.stand();
  return service;
}
