import { Gauge, type Registry } from "@prometheus-io/client";
import type { Log } from "../../lib/log.ts";
import { sharedAnswer } from "../../lib/shared-answer.ts";
import { within } from "../../lib/time-limit.ts";

/** How old figures may be, in milliseconds: however often somebody asks, they are looked up no more often. */
const freshMs = 10_000;
/** How long a look may take, in milliseconds: Prometheus itself gives up after 10 s. */
const patienceMs = 4_000;

/** Figures that somebody has to be asked for. */
export interface Source<Figures> {
  readonly name: string;
  readonly look: () => Promise<Figures>;
  /** The gauges that show them, which say nothing while there are none. */
  readonly gauges: readonly Gauge<string>[];
  readonly show: (figures: Figures) => void;
}

/**
 * Brings gauges up to date when they are asked for. Figures that cannot be had, or not in time, are not
 * shown at all: old ones would look well.
 *
 * @returns makes of a source what brings its gauges up to date, which does not throw
 */
export function sampler(
  registers: Registry[],
  log: Log,
): <F>(source: Source<F>) => () => Promise<void> {
  const up = new Gauge({
    name: "usance_figures_up",
    help: "Whether the figures of a source are of the last seconds; 0: it did not answer, and they are left out",
    labelNames: ["source"],
    registers,
  });
  return ({ name, look, gauges, show }) =>
    sharedAnswer(freshMs, async () => {
      try {
        const figures = await within(patienceMs, look());
        if (figures === "late") throw new Error(`No answer within ${patienceMs} ms.`);
        gauges.forEach(clear);
        show(figures);
        up.set({ source: name }, 1);
      } catch (error) {
        log.warn({ err: error }, `no figures of ${name}`);
        gauges.forEach(clear);
        up.set({ source: name }, 0);
      }
    });
}

/** One without labels is 0 when it is reset, and not there only when it is removed. */
function clear(gauge: Gauge<string>): void {
  gauge.reset();
  gauge.remove({});
}
