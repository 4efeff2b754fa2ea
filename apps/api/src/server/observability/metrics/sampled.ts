import { Gauge, type Registry } from "@prometheus-io/client";
import type { Log } from "../../../kit/log.ts";
import { sharedAnswer } from "../../../kit/shared-answer.ts";
import { within } from "../../../kit/time-limit.ts";

/** How long figures are cached, in milliseconds. More frequent scrapes cause no more lookups. */
const freshMs = 10_000;
/** Timeout of one lookup, in milliseconds. Prometheus's own scrape timeout is 10 s. */
const patienceMs = 4_000;

/** Figures that need a lookup, for example in the database. */
export interface Source<Figures> {
  readonly name: string;
  readonly read: () => Promise<Figures>;
  /** The gauges that show the figures. They have no value while the figures are unavailable. */
  readonly gauges: readonly Gauge<string>[];
  readonly show: (figures: Figures) => void;
}

/**
 * Refreshes gauges on each scrape. When a lookup fails or times out, its gauges are cleared: stale values would hide
 * the failure.
 *
 * @returns a function that takes a source and returns its refresh function, which never throws
 */
export function sampler(
  registers: Registry[],
  log: Log,
): <F>(source: Source<F>) => () => Promise<void> {
  const up = new Gauge({
    name: "usance_figures_up",
    help: "1 if a source of shared metrics answers; 0 if it does not, and its metrics are absent",
    labelNames: ["source"],
    registers,
  });
  return ({ name, read, gauges, show }) =>
    sharedAnswer(freshMs, async () => {
      try {
        const figures = await within(patienceMs, read());
        if (figures === "late") throw new Error(`No answer within ${patienceMs} ms.`);
        gauges.forEach(clear);
        show(figures);
        up.set({ source: name }, 1);
      } catch (error) {
        log.warn({ err: error }, `metrics not read: ${name}`);
        gauges.forEach(clear);
        up.set({ source: name }, 0);
      }
    });
}

/** Removes all values. `reset` alone would leave a gauge without labels at 0. */
function clear(gauge: Gauge<string>): void {
  gauge.reset();
  gauge.remove({});
}
