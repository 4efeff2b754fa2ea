import { publicDevAccount } from "@usance/local-stack";
import fc from "fast-check";
import { deployCollector } from "../../../src/cli/dev/deploy-collector.ts";
import { type HttpRequest, RawClient } from "../../fuzz/http.ts";
import { judge } from "../../fuzz/judge.ts";
import type { Known } from "../../fuzz/known.ts";
import { linesRequests } from "../../fuzz/lines-requests.ts";
import { documentedOperations } from "../../fuzz/operations.ts";
import { pageRequests } from "../../fuzz/page-requests.ts";
import { restRequests } from "../../fuzz/rest-requests.ts";
import { trpcRequests } from "../../fuzz/trpc-requests.ts";
import { payments } from "../../harness/service.ts";
import { type Address, call } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import { listed } from "../report.ts";
import { onStage, replicas, type Scenery } from "../stage.ts";
import { type Held, heldBy, inheritedNamesIn, inspected } from "./inspected-process.ts";
import { judgeEnd } from "./judge-end.ts";
import { KnownRecords } from "./known-records.ts";
import { newRecords } from "./new-records.ts";
import type { RequestsOptions } from "./options.ts";

/** How many requests of each kind are generated at a time. Then new records are created for the next ones. */
const atATime = 5;
/** The number of concurrent requests. */
const callers = 8;
/**
 * The max growth of the process's memory from a quarter of the run to its end, in bytes. The measured growth is
 * below 2 MiB; 8 MiB are 48 bytes per request of the last three quarters of a full soak.
 */
const maxGrowth = 8 * 1_048_576;
/** The max number of problems that are reported. More would not help. */
const maxProblems = 40;

/** A kind of request: an operation through a door. */
interface Kind {
  readonly name: string;
  readonly arbitraryOf: (known: Known) => fc.Arbitrary<HttpRequest>;
}

const kinds: readonly Kind[] = [
  ...documentedOperations.flatMap((operation) => {
    const { name, line } = operation;
    return [
      { name: `REST ${name}`, arbitraryOf: (known: Known) => restRequests(operation, known) },
      { name: `tRPC ${name}`, arbitraryOf: (known: Known) => trpcRequests(operation, known) },
      ...(line === undefined
        ? []
        : [
            {
              name: `lines ${name}`,
              arbitraryOf: (known: Known) => linesRequests(operation, line, known),
            },
          ]),
    ];
  }),
  { name: "pages", arbitraryOf: () => pageRequests },
];

/**
 * Sends requests of every operation through every door to one process. They are generated from the OpenAPI document
 * and broken on purpose. Checks each response, and that the process's memory does not grow.
 */
export function soakRequests(options: RequestsOptions): Promise<SoakResult> {
  const setting = { seed: options.seed, cast: onePaidProcess };
  return onStage(setting, async (stage) => {
    const problems = new Set<string>();
    const problem = (what: string) => {
      if (problems.size < maxProblems && !problems.has(what)) stage.problem(what);
      problems.add(what);
    };
    const statuses = new Map<string, number>();
    const held: Held[] = [];
    const [logFile = ""] = stage.logFiles;
    const to = { url: stage.urls[0] ?? "", key: apiKey };
    const inherited = await inheritedNamesIn(logFile);
    const records = new KnownRecords();
    records.add(await newRecords(to));
    for (const counts of quartersOf(options.requests)) {
      const client = new RawClient(to.url);
      const told = { client, records, statuses, problem };
      await workOff(counts, (count) => {
        const made = requestsFor(records, count, stage.random);
        return [() => renew(to, records), ...made.map((one) => () => sendOne(one, told))];
      });
      client.close(); // a connection holds the last bytes that it received
      held.push(await heldBy(logFile));
    }
    await judgeEnd({ ...stage, problem }, to, logFile);
    if ((await inheritedNamesIn(logFile)) !== inherited) problem("prototypes are polluted");
    judgeHeld(held, problem);
    return [
      ["kinds of request", String(kinds.length)],
      ["answers", listed(statuses)],
      ["memory after each quarter", held.map(inWords).join(", ")],
    ];
  });
}

/** The service also takes payments. */
async function onePaidProcess({ rpcUrl, contract }: Scenery) {
  await deployCollector(rpcUrl, {
    registry: contract,
    admins: [publicDevAccount.privateKey],
    operator: publicDevAccount.address,
  });
  return replicas(1, { environment: { ...inspected, ...payments, LOG_LEVEL: "error" } });
}

interface Made {
  readonly name: string;
  readonly known: Known;
  readonly request: HttpRequest;
}

interface Told {
  readonly client: RawClient;
  readonly records: KnownRecords;
  /** The number of responses by status. */
  readonly statuses: Map<string, number>;
  readonly problem: (what: string) => void;
}

/** How many requests of each kind are generated at a time, in each quarter of the run. */
function quartersOf(requests: number): number[][] {
  return [1, 2, 3, 4].map((quarter) => {
    const left = Math.floor((requests * quarter) / 4) - Math.floor((requests * (quarter - 1)) / 4);
    const rounds = Math.ceil(left / atATime);
    return Array.from({ length: rounds }, (_, round) => Math.min(atATime, left - round * atATime));
  });
}

type Task = () => Promise<void>;

/**
 * Runs all tasks, some of them concurrently. The tasks of a group start once those of the group before have
 * started.
 */
async function workOff(
  counts: readonly number[],
  tasksOf: (count: number) => Task[],
): Promise<void> {
  const left = [...counts];
  let tasks: Task[] = [];
  const work = async () => {
    for (;;) {
      const count = tasks.length === 0 ? left.shift() : undefined;
      if (count !== undefined) tasks = tasksOf(count);
      const task = tasks.shift();
      if (task === undefined) return;
      await task();
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
}

function requestsFor(records: KnownRecords, count: number, random: Random): Made[] {
  const made = kinds.flatMap(({ name, arbitraryOf }) => {
    const known = records.at(random.integer(0, 1_000));
    const seed = random.integer(0, 2 ** 31 - 1);
    const requests = fc.sample(arbitraryOf(known), { numRuns: count, seed });
    return requests.map((request) => ({ name, known, request }));
  });
  return random.shuffled(made);
}

/** Renews the records that requests name, and removes what requests have created. */
async function renew(to: Address, records: KnownRecords): Promise<void> {
  records.add(await newRecords(to));
  await forgetEndpoints(to);
}

async function sendOne(
  { name, known, request }: Made,
  { client, records, statuses, problem }: Told,
) {
  try {
    const answer = await client.send(request);
    statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
    for (const wrong of judge(request, answer)) problem(`${name}: ${wrong} ${shown(request)}`);
    if (answer.headers.get("content-type")?.startsWith("application/json"))
      records.learn(known, answer);
  } catch (error) {
    problem(`${name} was not answered: ${error} ${shown(request)}`);
  }
}

/** The parts of a request that a reader needs to send it again. */
function shown({ method, target, headers, body }: HttpRequest): string {
  const text = body === null ? "" : Buffer.from(body).toString("latin1");
  return `${method} ${cut(target)} ${cut(JSON.stringify(headers))} ${cut(text)} (${text.length} bytes)`;
}

const cut = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

/** After a quarter of the requests, all permanent memory is in use: caches, connections, compiled code. */
function judgeHeld(held: readonly Held[], problem: (what: string) => void): void {
  const [early, ...later] = held.map(totalOf);
  if (early === undefined || (later.at(-1) ?? early) - early <= maxGrowth) return;
  problem(`memory grew: ${held.map(inWords).join(", ")}`);
}

const totalOf = ({ heap, external }: Held) => heap + external;
const inMib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
const inWords = ({ heap, external }: Held) => `${inMib(heap)} + ${inMib(external)} MiB`;

/** Each event is delivered to every endpoint. Without this limit, deliveries would be most of the work. */
async function forgetEndpoints(to: Address): Promise<void> {
  const { body } = await call(to, "GET", "/webhook-endpoints?limit=100");
  for (const { id } of body.webhookEndpoints.slice(5)) {
    await fetch(`${to.url}/api/v1/webhook-endpoints/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${to.key}` },
    });
  }
}
