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
import type { Scrub } from "../../../kit/log/open-log.ts";
import type { Log } from "../../../kit/log.ts";
import { within } from "../../../kit/time-limit.ts";
import type { Watch, Watched } from "../../../kit/watch.ts";
import type { RequestWatch } from "../../exchange.ts";

/** Timeout for sending the last spans at shutdown, in milliseconds. */
const stopMs = 2_000;

/** The values of OpenTelemetry's standard environment variables, and the name and version of the service. */
export interface TracingOptions {
  /** URL of a collector that accepts OTLP as JSON over HTTP: `http://localhost:4318`. */
  readonly endpoint: string;
  /** `name=value,name=value`. */
  readonly headers: string;
  readonly resourceAttributes: string;
  readonly serviceName: string;
  readonly version: string;
  /** Sampling ratio from 0 to 1 for traces that start here. Traces that callers started follow their sampling flag. */
  readonly share: number;
  readonly scrub: Scrub;
}

export interface Tracing {
  readonly requests: RequestWatch;
  readonly watch: Watch;
  /** Id of the current trace; undefined outside of traces. */
  traceId(): string | undefined;
  /** Headers that pass the current trace on to a service that we call. */
  headers(): Readonly<Record<string, string>>;
  /** Logs problems of tracing itself to this log from now on. */
  report(log: Log): void;
  /** Sends the remaining spans; logs a warning if that fails. */
  close(log: Log): Promise<void>;
}

/**
 * Sends OpenTelemetry traces to a collector. Spans are created where the service calls `watch`; no library is patched.
 * Spans hold names, request ids and statuses. For an error they hold only its class name; the log has the details under
 * the same trace id.
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
      const say = (reason: string) => log.warn({ reason }, "tracing problem");
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

/** Span attributes, with the names of OpenTelemetry's semantic conventions where they exist. */
const attributesOf: Readonly<Record<Watched["kind"], (name: string) => Attributes>> = {
  operation: (name) => ({ "usance.operation": name }),
  job: (name) => ({ "usance.job": name }),
  round: () => ({}),
  database: () => ({ "db.system.name": "postgresql" }),
  rpc: (name) => ({ "rpc.system": "jsonrpc", "rpc.method": name }),
  provider: (name) => ({ "rpc.system": "circle", "rpc.method": name }),
  webhook: (name) => ({ "http.request.method": name }),
};

/** Kinds of work that call another system. */
const outgoing: ReadonlySet<Watched["kind"]> = new Set(["database", "rpc", "provider", "webhook"]);

const spanOf = ({ kind, name }: Watched) => ({
  kind: outgoing.has(kind) ? SpanKind.CLIENT : SpanKind.INTERNAL,
  attributes: attributesOf[kind](name),
});

/** Sets no error status on an operation's span: it may have refused, and the request's status shows real failures. */
function markFailed(span: Span, { kind }: Watched, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  if (kind !== "operation") span.setStatus({ code: SpanStatusCode.ERROR });
}
