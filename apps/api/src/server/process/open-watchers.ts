import packageJson from "../../../package.json" with { type: "json" };
import type { Config } from "../../kit/config/config.ts";
import { scrubber, secretsOf } from "../../kit/log/open-log.ts";
import type { Metrics } from "../observability/metrics/open-metrics.ts";
import type { Tracing } from "../observability/tracing/open-tracing.ts";

/** The metrics and the tracing of the service, as far as they are configured. */
export interface Watchers {
  readonly metrics: Metrics | null;
  readonly tracing: Tracing | null;
}

/** Loads Prometheus's client and OpenTelemetry, each only if it is configured. */
export async function openWatchers(config: Config): Promise<Watchers> {
  return {
    metrics: config.METRICS_PORT === undefined ? null : await newMetrics(),
    tracing: await newTracing(config),
  };
}

async function newMetrics(): Promise<Metrics> {
  const { openMetrics } = await import("../observability/metrics/open-metrics.ts");
  return openMetrics(packageJson.version);
}

async function newTracing(config: Config): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return null;
  const { openTracing } = await import("../observability/tracing/open-tracing.ts");
  return openTracing({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    resourceAttributes: config.OTEL_RESOURCE_ATTRIBUTES,
    serviceName: config.OTEL_SERVICE_NAME,
    version: packageJson.version,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    scrub: scrubber(secretsOf(config)),
  });
}
