import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { batchCallers, batchSide } from "./batches.ts";
import { cpuOf } from "./cpu.ts";
import type { Names } from "./events.ts";
import { atMost, type Target } from "./report.ts";
import { measureRounds, ratioIn, type Shots, type Side } from "./rounds.ts";
import type { Child } from "./service.ts";
import { restSide } from "./singles.ts";
import type { Stage } from "./stage.ts";

/** Events in a batch. */
const size = 1_000;
const singleCallers = 128;

interface Measured {
  readonly singles: Shots;
  readonly batches: Shots;
}

/** Measures what it costs to make roots of the usage that was recorded, against recording it alone. */
export async function measureRoots(
  { databaseUrl }: Stage,
  service: Child,
  names: readonly Names[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Measured> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const sidesOf = (side: Side) => [
    withRest(client, service, side, false),
    withRest(client, service, side, true),
  ];
  const measure = (side: Side, connections: number) =>
    measureRounds(`Roots, ${side.name}`, sidesOf(side), rounds, { connections, seconds });
  try {
    return {
      singles: await measure(restSide(service, names), singleCallers),
      batches: await measure(batchSide(service, names, size), batchCallers),
    };
  } finally {
    await client.end();
  }
}

const suffix = ", with its roots";

/** How long the service rests, at most, before and while it makes the roots of a shot, in milliseconds. */
const restsMs = 8_000;

/**
 * A side with what the service does after its shot, during which it adds usage up too.
 *
 * @param makes whether it makes roots
 */
function withRest(client: Client, { pid }: Child, side: Side, makes: boolean): Side {
  return {
    name: makes ? side.name + suffix : side.name,
    shoot: async (width) => {
      await makeRoots(client);
      const before = await countEvents(client);
      const shot = await side.shoot(width);
      const events = (await countEvents(client)) - before;
      const began = cpuOf([pid]);
      const end = performance.now() + restsMs;
      if (makes) await makeRoots(client);
      if (performance.now() > end) throw new Error("The roots of a shot took too long.");
      await sleep(end - performance.now());
      const ended = cpuOf([pid]);
      const usOf = (of: "server" | "postgres") => ((ended[of] - began[of]) * 1_000) / events;
      const postgresUs = shot.postgresUs + usOf("postgres");
      return { ...shot, postgresUs, cpuUs: shot.cpuUs + usOf("server") + usOf("postgres") };
    },
  };
}

async function countEvents(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT count(*)::int AS count FROM usage_events");
  return rows[0].count;
}

/** Has the service make the roots of all usage, as if an hour had passed. */
async function makeRoots(client: Client): Promise<void> {
  await client.query("UPDATE usage_roots_progress SET made_at = '-infinity'");
  for (;;) {
    const { rowCount } = await client.query(
      "SELECT FROM usage_roots_progress WHERE made_at > '-infinity'",
    );
    if (rowCount === 1) return;
    await sleep(100);
  }
}

export function rootTargets(shots: Measured | undefined): Target[] {
  const target = (of: keyof Measured) => {
    const [name = ""] = shots?.[of].keys() ?? [];
    const ratio = ratioIn(shots?.[of], name + suffix, name, "cpuUs");
    return atMost(`CPU of ${of} with their roots to that without`, 1.03, ratio);
  };
  return [target("singles"), target("batches")];
}
