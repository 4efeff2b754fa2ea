import { Client } from "pg";
import { contradictions } from "../../harness/oracle.ts";
import { type Address, call, newSubscriber } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { randomFrom } from "../random.ts";
import { keepSending, type ToldOfUsage } from "./callers.ts";
import { judgeUsage } from "./judge.ts";
import { killAll } from "./kill-all.ts";
import type { IngestOptions } from "./options.ts";
import { setIngestStage } from "./stage.ts";

/**
 * Records usage through several processes while they and Postgres are killed by SIGKILL. Then compares what callers
 * were told with the table.
 */
export async function soakIngest(options: IngestOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setIngestStage(options.processes, problem);
  const told: ToldOfUsage = { recorded: new Map(), answers: new Map(), problem };
  try {
    for (const process of stage.processes) process.start();
    const [url = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    const to = { url, key: apiKey };
    const subscribers = await Promise.all([1, 2, 3, 4].map(() => newSubscriber(to)));

    let isOver = false;
    const callers = Array.from({ length: options.callers }, () => {
      const by = { processes: stage.processes, apiKey, subscribers, told, random: random.fork() };
      return keepSending(by, () => isOver);
    });
    await killAll(stage, options, random.fork());
    isOver = true;
    await Promise.all(callers);

    const counts = await judgeUsage(stage.databaseUrl(), told);
    problems.push(...(await contradictions({ ...stage, databaseUrl: stage.databaseUrl() })));
    const [now = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    problems.push(...(await wrongSummaries(stage.databaseUrl(), { ...to, url: now })));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["kills of API processes", String(options.kills)],
        ["kills of Postgres", String(options.postgresKills)],
        ...counts,
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

/** The service's sum for each subscription is the sum of its events. */
async function wrongSummaries(databaseUrl: string, to: Address): Promise<string[]> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string; quantity: string; count: number }>(
    `SELECT subscription_id AS id, sum(quantity)::text AS quantity, count(*)::int AS count
       FROM usage_events GROUP BY 1`,
  );
  await database.end();
  const wrong = rows.map(async ({ id, quantity, count }) => {
    const { body } = await call(to, "GET", `/usage-events/summary?subscriptionId=${id}`);
    const { summary } = body;
    const isRight = summary.quantity === quantity && summary.count === count;
    return isRight ? [] : [`${id} has ${count} events of ${quantity}: ${JSON.stringify(summary)}`];
  });
  return (await Promise.all(wrong)).flat();
}
