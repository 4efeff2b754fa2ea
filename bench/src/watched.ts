import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { usanceClient } from "@usance/sdk";
import { singleEvents } from "./events.ts";
import { machine, machineLine } from "./machine.ts";
import { posts } from "./requests.ts";
import { keepJson, rounded } from "./results.ts";
import { inTurns, medianIn, ratioIn } from "./rounds.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { httpSide } from "./sides.ts";
import { openStage } from "./stage.ts";
import { textTable } from "./text-table.ts";

const alone = "nobody watches";
const metrics = "metrics";
const traces = "metrics, and traces of every request";

/**
 * Single usage events to a process that nobody watches, to one with metrics and to one that also sends
 * traces, in turn on one Postgres.
 *
 * @param options.seconds of each side in each round
 * @returns a table; the same goes to bench/results/watched.json
 */
export async function benchWatched(options: {
  readonly callers: number;
  readonly rounds: number;
  readonly seconds: number;
}): Promise<string> {
  const { callers, rounds, seconds } = options;
  const collector = await startCollector();
  const stage = await openStage();
  try {
    const METRICS_PORT = "0";
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    const environments = {
      [alone]: {},
      [metrics]: { METRICS_PORT },
      [traces]: { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT },
    };
    const services = await Promise.all(
      Object.entries(environments).map(
        async ([name, environment]) => [name, await stage.service(environment)] as const,
      ),
    );
    const client = usanceClient({ baseUrl: services[0]?.[1].url ?? "", apiKey });
    const names = await someSubscribers(client, 1);
    const requestOf = posts("/api/v1/usage-events", singleEvents(names));
    const sides = services.map(([name, child]) =>
      httpSide(name, [child], { requestOf, status: 201 }),
    );
    const shots = await inTurns("Watched", sides, rounds, { connections: callers, seconds });
    const lines = [...shots].map(([name, own]) => {
      const median = (of: Parameters<typeof medianIn>[1]) => medianIn(own, of) ?? Number.NaN;
      const ratio = (of: Parameters<typeof medianIn>[1]) =>
        rounded(ratioIn(shots, name, alone, of) ?? Number.NaN);
      return {
        name,
        rate: Math.round(median("rate")),
        rateRatio: ratio("rate"),
        serviceUs: Math.round(median("cpuUs") - median("postgresUs")),
        cpuRatio: ratio("cpuUs"),
      };
    });
    const result = { measured: new Date().toISOString(), machine: machine(), options, lines };
    await keepJson("watched.json", result);
    return [
      `${machineLine(result.machine)}; ${callers} callers`,
      textTable([
        ["", "events/s", "to nobody's", "service µs an event", "CPU in all to nobody's"],
        ...lines.map((line) => Object.values(line).map(String)),
      ]),
      "",
    ].join("\n");
  } finally {
    await stage.stop();
    collector.stop();
  }
}

/** Takes traces and forgets them. */
async function startCollector() {
  const server = createServer((req, res) => {
    req.resume().on("end", () => res.end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
