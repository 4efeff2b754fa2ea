import { fileURLToPath } from "node:url";
import { deployRegistry } from "@usance/api/deploy-registry";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { usanceClient } from "@usance/sdk";
import autocannon from "autocannon";
import { barsOf } from "./bars.ts";
import { type Child, startChild } from "./child.ts";
import { cpuOf } from "./cpu.ts";
import { machine } from "./machine.ts";
import { keep, rounded } from "./results.ts";
import { medianOf } from "./run.ts";
import { apiKey, aSubscriber, main, serviceEnvironment } from "./service.ts";
import { textTable } from "./text-table.ts";

interface Options {
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
  /** How many callers at a time; each number is measured by itself. */
  readonly connections: readonly number[];
}

const peerName = "Fastify and pg";
const peer = (name: string) => fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url));

/** One side in one round. */
interface Shot {
  /** Answers of 201 a second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server and of Postgres, microseconds a request. */
  readonly cpuUs: number;
}

/**
 * Single usage events through the REST door against a peer that does the same with one statement a
 * request, and against HTTP without any work. All share one Postgres that keeps what it commits, and
 * take turns, so that what else the machine does meets all of them.
 *
 * @returns a table; the same goes to bench/results as JSON and as a picture
 */
export async function benchIngest({ rounds, seconds, connections }: Options): Promise<string> {
  const [postgres, anvil] = await Promise.all([startPostgres({ durable: true }), startAnvil()]);
  const sides = new Map<string, Child>();
  try {
    const service = await startChild(main, {
      ...serviceEnvironment,
      DATABASE_URL: postgres.url,
      SETTLEMENT_RPC_URL: anvil.url,
      SETTLEMENT_CONTRACT_ADDRESS: await deployRegistry(anvil.url, publicDevAccount.privateKey),
    });
    sides.set("usance", service);
    const { paymentPlanId: _, ...of } = await aSubscriber(
      usanceClient({ baseUrl: service.url, apiKey }),
    );
    const environment = { DATABASE_URL: postgres.url, API_KEY: apiKey };
    sides.set(peerName, await startChild(peer("fastify"), environment));
    sides.set("bare node:http", await startChild(peer("bare-http"), environment));
    const shots = new Map<string, Shot[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const count of connections) {
        // The table grows: who comes first takes turns.
        const turn = round % sides.size;
        const order = [...sides].slice(turn).concat([...sides].slice(0, turn));
        for (const [name, side] of order) {
          const shot = await shoot(side, of, { connections: count, seconds });
          const key = `${name}, ${count}`;
          // The first one warms all up.
          if (round > 0) shots.set(key, [...(shots.get(key) ?? []), shot]);
        }
      }
    }
    return await report(shots, connections, [...sides.keys()]);
  } finally {
    await Promise.all([...sides.values()].map((side) => side.stop()));
    await Promise.all([postgres.stop(), anvil.stop()]);
  }
}

async function shoot(
  { url, pid }: { readonly url: string; readonly pid: number },
  of: { readonly serviceId: string; readonly subscriptionId: string; readonly userId: string },
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Shot> {
  const before = cpuOf(pid);
  const { statusCodeStats, errors, latency, duration } = await autocannon({
    url: `${url}/api/v1/usage-events`,
    method: "POST",
    connections,
    duration: seconds,
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    idReplacement: true, // a key of its own for each request
    body: JSON.stringify({ ...of, eventKey: "requests:[<id>]", quantity: "2.5" }),
  });
  const after = cpuOf(pid);
  const { 201: recorded, ...others } = statusCodeStats as Record<string, { count: number }>;
  if (recorded === undefined || errors > 0 || Object.keys(others).length > 0) {
    throw new Error(`${url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  }
  const used = after.server + after.postgres - before.server - before.postgres;
  return {
    rate: recorded.count / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    cpuUs: (used * 1_000) / recorded.count,
  };
}

async function report(
  shots: ReadonlyMap<string, readonly Shot[]>,
  connections: readonly number[],
  names: readonly string[],
): Promise<string> {
  const lines = connections.flatMap((count) =>
    names.map((name) => {
      const own = shots.get(`${name}, ${count}`) ?? [];
      const median = (of: keyof Shot) => medianOf(own.map((shot) => shot[of]));
      const peers = shots.get(`${peerName}, ${count}`) ?? [];
      const ratios = own.map(({ rate }, index) => rate / (peers[index]?.rate ?? Number.NaN));
      return {
        name,
        connections: count,
        rate: Math.round(median("rate")),
        ratio: rounded(medianOf(ratios)),
        p50Ms: median("p50Ms"),
        p99Ms: median("p99Ms"),
        cpuUs: Math.round(median("cpuUs")),
      };
    }),
  );
  const measured = { at: new Date().toISOString(), machine: machine(), lines };
  await keep("ingest.json", `${JSON.stringify(measured, null, 2)}\n`);
  const bars = lines.map(({ name, connections: count, rate }) => ({
    label: `${name}, ${count} connections`,
    value: rate,
  }));
  await keep("ingest.svg", barsOf("Usage events a second", bars));
  const { cpu, cores, node } = measured.machine;
  const table = textTable([
    ["", "callers", "events/s", "to the peer", "p50 ms", "p99 ms", "CPU µs a request"],
    ...lines.map((line) => Object.values(line).map(String)),
  ]);
  return `${cpu}, ${cores} cores, Node ${node}\n${table}\n`;
}
