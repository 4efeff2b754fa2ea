import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";
import { z } from "zod";
import type { Metrics } from "../harness/metrics.ts";

const read = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

const duration = z.string().regex(/^\d+[smhd]$/);

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      interval: duration.optional(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Usance[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.strictObject({ summary: z.string().min(1), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const Target = z.object({ refId: z.string(), expr: z.string() });

/** The parts of a Grafana dashboard without which it does not load or shows nothing. */
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(["row", "stat", "timeseries"]),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      datasource: z.object({ uid: z.string() }).optional(),
      targets: z.array(Target).default([]),
    }),
  ),
});

export const alerts = () =>
  Rules.parse(parse(read("ops/prometheus/alerts.yaml"))).groups.flatMap(({ rules }) => rules);

export const dashboard = () => Dashboard.parse(JSON.parse(read("ops/grafana/usance.json")));

/** A metric in a query, and the labels that the query uses. */
interface Asked {
  readonly metric: string;
  readonly labels: readonly string[];
}

/**
 * Parses a PromQL query by Prometheus's own grammar. Labels that it groups by may belong to any of its metrics, so
 * they are listed for each.
 *
 * @throws when it is not PromQL
 */
export function askedIn(query: string): Asked[] {
  const text = query.replaceAll("$__rate_interval", "5m"); // Grafana inserts it
  const asked: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: ({ node, type, from, to }) => {
      const said = text.slice(from, to);
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${text}`);
      if (type.name === "Identifier") asked.push({ metric: said, labels: [] });
      if (type.name !== "LabelName") return;
      const isGrouped = node.parent?.name === "GroupingLabels";
      (isGrouped ? grouped : (asked.at(-1)?.labels ?? [])).push(said);
    },
  });
  return asked.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouped] }));
}

/** The names in a query that these metrics do not have. */
export function missingIn(metrics: Metrics, query: string): string[] {
  return askedIn(query).flatMap(({ metric, labels }) => {
    const samples = metrics.of(metric);
    if (samples.length === 0) return [metric];
    const known = samples.flatMap((sample) => Object.keys(sample.labels));
    return labels.filter((label) => !known.includes(label)).map((label) => `${metric}: ${label}`);
  });
}
