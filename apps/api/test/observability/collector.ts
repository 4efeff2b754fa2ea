import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { onFreePort } from "../harness/on-free-port.ts";

/** A span as a collector receives it, with its attributes as one object. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, "attributes"> & { readonly attributes: KeyValue[] })[];
    }[];
  }[];
}

/** Receives traces by OTLP, as JSON over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (req, res) => {
    requests.push({ path: req.url ?? "", headers: req.headers, body: await text(req) });
    res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  const { url } = await onFreePort(server);
  const exports = () => requests.flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans);
  return {
    url,
    requests,
    resources: () => exports().map(({ resource }) => asObject(resource.attributes)),
    spans: (): Span[] =>
      exports()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: asObject(span.attributes) })),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const asObject = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
