import { usanceClient } from "@usance/sdk";
import { allRecorded } from "./all-recorded.ts";
import type { Child } from "./child.ts";
import { singleEvents } from "./events.ts";
import { machine, machineLine } from "./machine.ts";
import { posts } from "./requests.ts";
import { keepJson, rounded } from "./results.ts";
import { inTurns, medianIn, ratioIn } from "./rounds.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { httpSide } from "./sides.ts";
import { openStage } from "./stage.ts";
import { textTable } from "./text-table.ts";

const callers = 128;
const one = "1 process";
const two = "2 processes";

/**
 * Single usage events to one process of the service and to two that share nothing but Postgres, the
 * callers' connections going to each in turn. Every event that was answered with 201 has to be a row.
 *
 * @param options.seconds of each side in each round
 * @returns a table; the same goes to bench/results/replicas.json
 */
export async function benchReplicas(options: {
  readonly rounds: number;
  readonly seconds: number;
}): Promise<string> {
  const { rounds, seconds } = options;
  const stage = await openStage();
  try {
    const [first, second] = [await stage.service(), await stage.service()];
    const client = usanceClient({ baseUrl: first.url, apiKey });
    const names = await someSubscribers(client, 1);
    const side = (name: string, servers: readonly Child[]) =>
      httpSide(name, servers, {
        requestOf: posts("/api/v1/usage-events", singleEvents(names)),
        status: 201,
      });
    const sides = [side(one, [first]), side(two, [first, second])];
    const shots = await allRecorded([stage.databaseUrl], () =>
      inTurns("Replicas", sides, rounds, { connections: callers, seconds }),
    );
    const lines = [...shots].map(([name, own]) => {
      const median = (of: Parameters<typeof medianIn>[1]) => medianIn(own, of) ?? Number.NaN;
      return {
        name,
        rate: Math.round(median("rate")),
        p50Ms: rounded(median("p50Ms")),
        p99Ms: rounded(median("p99Ms")),
        serviceUs: Math.round(median("cpuUs") - median("postgresUs")),
        postgresUs: Math.round(median("postgresUs")),
      };
    });
    const ratio = rounded(ratioIn(shots, two, one, "rate") ?? Number.NaN);
    const result = {
      measured: new Date().toISOString(),
      machine: machine(),
      options,
      lines,
      ratio,
    };
    await keepJson("replicas.json", result);
    return [
      `${machineLine(result.machine)}; ${callers} callers`,
      textTable([
        ["", "events/s", "p50 ms", "p99 ms", "service µs an event", "Postgres µs an event"],
        ...lines.map((line) => Object.values(line).map(String)),
        ["2 to 1", String(ratio), "", "", "", ""],
      ]),
      "",
    ].join("\n");
  } finally {
    await stage.stop();
  }
}
