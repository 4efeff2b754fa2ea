import { Client } from "pg";
import { restDoor } from "../../harness/doors.ts";
import { contradictions } from "../../harness/oracle.ts";
import { testKey } from "../../harness/service.ts";
import { Story } from "../../harness/story.ts";
import type { Subscriber } from "../../processes/calls.ts";
import type { Soak, SoakResult } from "../define-soak.ts";
import { keepSending, type ToldOfUsage } from "../ingest/callers.ts";
import { judgeUsage } from "../ingest/judge.ts";
import { randomFrom } from "../random.ts";
import { listed } from "../report.ts";
import { brokenPromises, unfinished } from "../settlements/judge.ts";
import { comeToRest } from "../settlements/rest.ts";
import { keepSelling, type ToldOfSales } from "./callers.ts";
import { type VersionsOptions, versionsOptions } from "./options.ts";
import { setVersionsStage } from "./stage.ts";
import { upgrade } from "./upgrade.ts";

/**
 * Upgrades a service that is in use, process by process, and then holds what its callers were told
 * against what is so. No request that reaches a process may fail for the upgrade.
 */
export async function soakVersions(options: VersionsOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setVersionsStage(options, random.fork(), problem);
  const processes = [...stage.old, ...stage.next];
  const database = new Client({ connectionString: stage.databaseUrl });
  const usage: ToldOfUsage = { recorded: new Map(), answers: new Map(), problem };
  const sales: ToldOfSales = {
    settled: new Map(),
    completed: new Map(),
    invoiced: new Set(),
    answers: new Map(),
    problem,
  };
  try {
    for (const process of stage.old) process.start();
    const [url = ""] = await Promise.all(stage.old.map((process) => process.up()));
    await database.connect();
    const subscribers = await Promise.all([1, 2, 3, 4].map(() => aSubscriber(url)));

    let isOver = false;
    const times = (count: number, make: (index: number) => Promise<void>) =>
      Array.from({ length: count }, (_, index) => make(index));
    const callers = [
      ...times(options.senders, () => {
        const call = {
          processes,
          apiKey: testKey,
          subscribers,
          told: usage,
          random: random.fork(),
        };
        return keepSending(call, () => isOver);
      }),
      ...times(options.sellers, (index) => {
        const subscriber = subscribers[index % subscribers.length] ?? subscribers[0];
        if (subscriber === undefined) throw new Error("There are subscribers.");
        const call = { processes, key: testKey, subscriber, told: sales, random: random.fork() };
        return keepSelling(call, () => isOver);
      }),
    ];
    await upgrade(stage, options, random.fork(), problem).catch((error: unknown) => {
      problem(`the upgrade did not come to its end: ${error}`);
    });
    isOver = true;
    await Promise.all(callers);

    await comeToRest(database, problem);
    const counts = await judgeUsage(stage.databaseUrl, usage);
    problems.push(
      ...failures("usage", usage.answers),
      ...failures("sales", sales.answers),
      ...(await brokenSales(database, sales)),
      ...(await brokenPromises(database, sales)),
      ...(await unfinished(database)),
      ...(await contradictions(stage)),
    );
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["from", options.from ?? "what stands here, to it with more migrations"],
        ...counts,
        ["sessions completed", String(sales.completed.size)],
        ["invoices", String(sales.invoiced.size)],
        ["settled", String(sales.settled.size)],
        ["answers to sellers", listed(sales.answers)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await database.end();
    const started = processes.filter((process) => process.wasStarted);
    await Promise.all(started.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

export const versionsSoak: Soak<typeof versionsOptions> = {
  name: "versions",
  options: versionsOptions,
  run: soakVersions,
};

/** What is told of it is the old version's word, which need not be as today's document has it. */
async function aSubscriber(url: string): Promise<Subscriber> {
  const { id: subscriptionId, ...of } = await new Story(restDoor, () => ({ url })).aSubscription();
  return { ...of, subscriptionId };
}

/** Nothing is wrong but that processes are put in others' places: none of them has a reason to fail. */
function failures(what: string, answers: ReadonlyMap<string, number>): string[] {
  return [...answers]
    .filter(([answer]) => /^5/.test(answer))
    .map(([answer, count]) => `${count} calls of ${what} were answered ${answer}`);
}

/** A completed session has the one subscription that was said, and an invoice that was answered is there. */
async function brokenSales(
  database: Client,
  { completed, invoiced }: ToldOfSales,
): Promise<string[]> {
  const { rows: subscriptions } = await database.query<{ id: string; session: string }>(
    "SELECT id, checkout_session_id AS session FROM subscriptions",
  );
  const { rows: invoices } = await database.query<{ id: string }>("SELECT id FROM invoices");
  const subscriptionsOf = Map.groupBy(subscriptions, ({ session }) => session);
  const there = new Set(invoices.map(({ id }) => id));
  const wrong = [...completed].filter(([session, id]) => {
    const found = subscriptionsOf.get(session) ?? [];
    return found.length !== 1 || found[0]?.id !== id;
  });
  return [
    ...wrong.map(([session, id]) => `session ${session} was completed by ${id}, which is not so`),
    ...[...invoiced].filter((id) => !there.has(id)).map((id) => `invoice ${id} is not there`),
  ];
}
