import { startPostgres } from "@usance/local-stack";
import fc from "fast-check";
import { expect, test } from "vitest";
import { migrate } from "../../../src/db/schema-engine.ts";
import { sql } from "../../harness/database.ts";
import { contradictions } from "../../harness/oracle.ts";
import { seed } from "../../harness/seed.ts";
import { startService, type TestService } from "../../harness/service.ts";
import { command } from "../command-mix.ts";
import { beginning, firstBeginning, runModel } from "../run.ts";

/** Services that run at the same time, each with its own database, chain and clock. */
const lanes = [0, 1];
const runsOfLane = 150;
/** The max number of commands in a run; on average there are half as many. */
const maxCommands = 100;
/** How long fast-check looks for a smaller failure, in milliseconds. */
const longestShrinkMs = 60_000;

/*
 * The seed decides the calls, but not the order in which concurrent calls are served. A failure names the parameters of
 * `fc.check` that repeat it.
 */
test("concurrent callers get the responses of the model in some order", async () => {
  const postgres = await startPostgres({ durable: false });
  try {
    const problems = await Promise.all(lanes.map((lane) => runLane(postgres.url, lane)));

    expect(problems.flat().join("\n")).toBe("");
  } finally {
    await postgres.stop();
  }
}, 1_800_000);

/** @returns the differences from the model and the ledger */
async function runLane(postgresUrl: string, lane: number): Promise<readonly string[]> {
  const service = await startLane(postgresUrl, lane);
  let shrinkUntil = Number.POSITIVE_INFINITY;
  let first = "";
  const property = fc.asyncProperty(
    beginning,
    fc.commands([command], { maxCommands, size: "max" }),
    async (beginsAt, all) => {
      if (performance.now() > shrinkUntil) return;
      try {
        await runModel(service, new Map(), beginsAt, all);
      } catch (error) {
        shrinkUntil = Math.min(shrinkUntil, performance.now() + longestShrinkMs);
        first ||= String(error);
        throw error;
      }
    },
  );
  try {
    const details = await fc.check(property, { seed: seed + lane, numRuns: runsOfLane });
    // The smaller run may fail in another way, so both failures are reported.
    const problems = details.failed ? [first, fc.defaultReportMessage(details) ?? ""] : [];
    const { databaseUrl, anvil, contract } = service;
    const ledger = { databaseUrl, rpcUrl: anvil.url, contract, now: firstBeginning };
    return [...problems, ...(await contradictions(ledger))];
  } finally {
    await service.stop();
  }
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
