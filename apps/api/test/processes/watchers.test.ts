import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/server/process/listen.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { type Entry, run } from "./entry.ts";
import { productionEnvironment, useChain } from "./production.ts";
import { usanceCommand } from "./program.ts";

const chain = useChain();

/** Node reports every module that it loads, from before the entry file. */
const tellOfModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, nextLoad) {
      process.stdout.write("loads " + url + "\\n");
      return nextLoad(url, context);
    },
  });
`)}`;

async function start(given: Readonly<Record<string, string>>): Promise<Entry> {
  const [node = "", ...words] = usanceCommand(["start"]);
  return run(
    [node, "--import", tellOfModules, ...words],
    await productionEnvironment(chain(), given),
  );
}

const watchers = ["@prometheus-io/client", "@opentelemetry/api", "@opentelemetry/sdk-trace"];
const loaded = ({ out }: Entry) =>
  watchers.filter((name) => out().includes(`/node_modules/${name}/`));

test("without their variables no metrics or traces exist, and their code is not loaded", async () => {
  const service = await start({});
  await service.printed(/^Listening on (\S+)$/m);

  expect(service.out()).toContain("/node_modules/pino/");
  expect(loaded(service)).toEqual([]);
  expect(service.out()).not.toContain("Metrics on");
});

test("metrics have their own port, and an unreachable collector is logged", async () => {
  const service = await start({
    METRICS_PORT: "0",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
  });
  const [, url = ""] = await service.printed(/^Listening on (\S+)$/m);
  const [, metricsUrl = ""] = await service.printed(/^Metrics on (\S+)$/m);
  expect(loaded(service)).toEqual(watchers);

  const page = await fetch(metricsUrl);

  expect(new URL(metricsUrl).hostname).toBe("127.0.0.1");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await page.text()).toContain('usance_figures_up{source="signers"} 1');
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  for (const [path, method] of [
    ["/", "GET"],
    ["/api/v1/services", "GET"],
    ["/metrics", "POST"],
  ] as const) {
    expect((await fetch(new URL(path, metricsUrl), { method })).status).toBe(404);
  }
  service.signal("SIGTERM");
  expect(await service.ended).toBe(0);
  const lines = service
    .out()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line).msg)).toContain("traces were not sent");
});

test("a port in use for metrics is reported with its variable's name", async () => {
  const taken = createServer();
  onTestFinished(() => void taken.close());
  const { port: PORT } = await onFreePort(taken);

  const listening = listen(createServer(), { HOST: "127.0.0.1", PORT }, "METRICS_");

  await expect(listening).rejects.toThrow(
    `Port ${PORT} is in use. Stop the process that uses it, or set METRICS_PORT.`,
  );
});
