import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { RequestWatch } from "../../api/exchange.ts";
import type { Log } from "../../lib/log.ts";
import { within } from "../../lib/time-limit.ts";
import type { Watch, Watched } from "../../lib/watch.ts";
import type { Scrub } from "../../platform/log/scrub.ts";

/** How long the last spans may take to be sent when the process ends, in milliseconds. */
const stopMs = 2_000;

/** What OpenTelemetry's own variables say, and which service it is. */
export interface TracingOptions {
  /** Of a collector that takes OTLP as JSON over HTTP: `http://localhost:4318`. */
  readonly endpoint: string;
  /** `name=value,name=value`. */
  readonly headers: string;
  readonly resourceAttributes: string;
  readonly serviceName: string;
  readonly version: string;
  /** The share of traces that begin here and are kept, 0 to 1; those of callers follow their word. */
  readonly share: number;
  readonly scrub: Scrub;
}

export interface Tracing {
  readonly requests: RequestWatch;
  readonly watch: Watch;
  /** Of the trace that the present moment belongs to. */
  traceId(): string | undefined;
  /** What tells somebody whom we call which trace their work is of. */
  headers(): Readonly<Record<string, string>>;
  /** Has said there what goes wrong with the traces themselves. */
  report(log: Log): void;
  /** Sends what is left, and says so if it cannot. */
  close(log: Log): Promise<void>;
}

/**
 * Traces by OpenTelemetry, sent to a collector. Spans are made where the service calls `watch`, and nothing
 * is patched. They hold names, a request's id and statuses: of what is thrown its kind, and the rest is in
 * the log under the same trace.
 */
export function openTracing(options: TracingOptions): Tracing {
  const { endpoint, headers, serviceName, version, share, scrub } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        "service.name": serviceName,
        "service.version": version,
        ...parseKeyPairsIntoRecord(options.resourceAttributes),
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("usance", version);
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();

  const requests: RequestWatch = {
    begun: ({ headers: given, method = "" }) => {
      const parent = propagator.extract(ROOT_CONTEXT, given, defaultTextMapGetter);
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
      return {
        traceId: span.spanContext().traceId,
        run: (answer) => contexts.run(trace.setSpan(parent, span), answer),
        ended: ({ id, asked: { door, route }, res: { statusCode } }) => {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": statusCode,
            "usance.door": door,
            "usance.request_id": scrub(id),
          });
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };

  const watch: Watch = async (what, work) => {
    const parent = contexts.getStore();
    const begins = what.kind === "operation" || what.kind === "job";
    if (what.kind === "round" || (parent === undefined && !begins)) return work();
    const span = tracer.startSpan(what.name, spanOf(what), parent ?? ROOT_CONTEXT);
    try {
      return await contexts.run(trace.setSpan(parent ?? ROOT_CONTEXT, span), work);
    } catch (error) {
      markFailed(span, what, error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    requests,
    watch,
    traceId: () => {
      const context = contexts.getStore();
      return context && trace.getSpanContext(context)?.traceId;
    },
    headers: () => {
      const carrier: Record<string, string> = {};
      propagator.inject(contexts.getStore() ?? ROOT_CONTEXT, carrier, defaultTextMapSetter);
      return carrier;
    },
    report: (log) => {
      const say = (reason: string) => log.warn({ reason }, "tracing is in trouble");
      const mute = () => undefined;
      const logger = { error: say, warn: say, info: mute, debug: mute, verbose: mute };
      diag.setLogger(logger, { logLevel: DiagLogLevel.WARN });
      setGlobalErrorHandler((error) => notSent(log, error));
    },
    close: async (log) => {
      const sent = provider.shutdown().catch((error: unknown) => notSent(log, error));
      const isLate = (await within(stopMs, sent)) === "late";
      if (isLate) notSent(log, new Error(`No answer within ${stopMs} ms.`));
    },
  };
}

function notSent(log: Log, error: unknown): void {
  log.warn({ err: error }, "traces were not sent");
}

/** By OpenTelemetry's names, where it has some for what it is. */
const attributesOf: Readonly<Record<Watched["kind"], (name: string) => Attributes>> = {
  operation: (name) => ({ "usance.operation": name }),
  job: (name) => ({ "usance.job": name }),
  round: () => ({}),
  database: () => ({ "db.system.name": "postgresql" }),
  rpc: (name) => ({ "rpc.system": "jsonrpc", "rpc.method": name }),
  provider: (name) => ({ "rpc.system": "circle", "rpc.method": name }),
  webhook: (name) => ({ "http.request.method": name }),
};

/** Calls to somebody else. */
const outgoing: ReadonlySet<Watched["kind"]> = new Set(["database", "rpc", "provider", "webhook"]);

const spanOf = ({ kind, name }: Watched) => ({
  kind: outgoing.has(kind) ? SpanKind.CLIENT : SpanKind.INTERNAL,
  attributes: attributesOf[kind](name),
});

/** An operation that refuses has not failed: the request's status says which it was. */
function markFailed(span: Span, { kind }: Watched, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  if (kind !== "operation") span.setStatus({ code: SpanStatusCode.ERROR });
}
