import { Gauge, Registry } from "@prometheus-io/client";
import { expect, it } from "vitest";
import { openLog } from "../../../kit/log/open-log.ts";
import { sampler } from "./sampled.ts";

function aSampler() {
  const registry = new Registry();
  const depth = new Gauge<string>({ name: "depth", help: "A depth", registers: [registry] });
  const flow = new Gauge<string>({
    name: "flow",
    help: "A flow",
    labelNames: ["to"],
    registers: [registry],
  });
  const lines: string[] = [];
  const log = openLog({ level: "warn", secrets: [], write: (line) => lines.push(line) });
  const shown = async () =>
    (await registry.metrics()).split("\n").filter((line) => /^[a-z]/.test(line));
  return { sample: sampler([registry], log), depth, flow, lines, shown };
}

it("refreshes once for concurrent callers", async () => {
  const { sample, depth, flow, shown } = aSampler();
  let asked = 0;
  const refresh = sample({
    name: "well",
    read: async () => {
      asked += 1;
      return asked;
    },
    gauges: [depth, flow],
    show: (times) => {
      depth.set(times);
      flow.set({ to: "sea" }, times);
    },
  });

  await Promise.all([refresh(), refresh(), refresh()]);
  await refresh();

  expect(asked).toBe(1);
  expect(await shown()).toEqual([
    "depth 1",
    'flow{to="sea"} 1',
    'usance_figures_up{source="well"} 1',
  ]);
});

it("shows no value of a source that fails, and logs the reason", async () => {
  const { sample, depth, flow, lines, shown } = aSampler();
  depth.set(7);
  flow.set({ to: "sea" }, 7);
  const refresh = sample({
    name: "well",
    read: async () => {
      throw new Error("dry");
    },
    gauges: [depth, flow],
    show: () => undefined,
  });

  await refresh();

  expect(await shown()).toEqual(['usance_figures_up{source="well"} 0']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "metrics not read: well", err: { message: "dry" } },
  ]);
});
