import { Registry } from "@prometheus-io/client";
import type { Pool } from "pg";
import type { Log } from "../../../kit/log.ts";
import { sharedAnswer } from "../../../kit/shared-answer.ts";
import type { Watch } from "../../../kit/watch.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import type { Readiness } from "../../../operation/ports/readiness.ts";
import type { Tally } from "../../../operation/ports/tally.ts";
import type { TokenFigures } from "../../../settlements/settlement-figures.ts";
import type { BodyMemory } from "../../bodies/body-memory.ts";
import type { RequestWatch } from "../../exchange.ts";
import { figures } from "./figures.ts";
import { bodyMetrics, httpMetrics } from "./http-metrics.ts";
import { logMetrics, poolMetrics, processMetrics } from "./process-metrics.ts";
import { tallyMetrics, watchMetrics } from "./work-metrics.ts";

/** How long the rendered text is cached, in milliseconds, because rendering takes CPU time from requests. */
const freshMs = 1_000;

/** The Prometheus metrics of one process: hooks that record its work, and a function that renders all metrics. */
export interface Metrics {
  readonly requests: RequestWatch;
  readonly tally: Tally;
  readonly watch: Watch;
  readonly wroteLine: (level: keyof Log) => void;
  /** @returns a function that renders all metrics in Prometheus's text format */
  of(shared: {
    readonly parts: Parts;
    readonly pools: Readonly<Record<string, Pool>>;
    readonly bodyMemory: BodyMemory;
    readonly readiness: () => Promise<Readiness>;
    readonly token: () => Promise<TokenFigures>;
    readonly nodesUp: () => Promise<ReadonlyMap<string, boolean>>;
  }): () => Promise<string>;
}

/** @param version of the service */
export function openMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  processMetrics(registry, version);
  return {
    requests: httpMetrics(registers),
    tally: tallyMetrics(registers),
    watch: watchMetrics(registers),
    wroteLine: logMetrics(registers),
    of: ({ parts, pools, bodyMemory, ...shared }) => {
      poolMetrics(registers, pools);
      bodyMetrics(registers, bodyMemory);
      const refresh = figures(registers, parts, shared);
      return sharedAnswer(freshMs, async () => {
        await refresh();
        return registry.metrics();
      });
    },
  };
}
