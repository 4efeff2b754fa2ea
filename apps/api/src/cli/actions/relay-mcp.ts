import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

/** The parts of a message that matter here. */
interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly result?: { readonly protocolVersion?: unknown };
}

/**
 * Passes each message of an assistant on standard input to `POST /mcp`, and the answer to standard output, until the input
 * ends. A message that the service refuses or does not answer gets an error.
 */
export async function relayMcp(service: Service): Promise<void> {
  const stdio = new StdioServerTransport();
  const closed = Promise.withResolvers<void>();
  /** The version that the client and the service have agreed on; only those of 2025 agree on one first. */
  let agreed: unknown;
  const relay = async (message: Message) => {
    for (const answer of await answersTo(service, message, agreed)) {
      agreed ??= answer.result?.protocolVersion;
      await stdio.send(answer as JSONRPCMessage);
    }
  };
  stdio.onmessage = (message) => void relay(message as Message).catch(closed.reject);
  stdio.onclose = closed.resolve;
  await stdio.start();
  await closed.promise;
}

async function answersTo(
  { url, apiKey }: Service,
  message: Message,
  agreed: unknown,
): Promise<readonly Message[]> {
  const refused = (why: string) =>
    message.id === undefined || message.method === undefined
      ? []
      : [{ jsonrpc: "2.0", id: message.id, error: { code: -32_000, message: why } }];
  try {
    const response = await fetch(`${url}${url.endsWith("/") ? "" : "/"}mcp`, {
      method: "POST",
      headers: {
        ...headersOf(message, agreed),
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(message),
    });
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const found = isStream ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data) : [text];
    const bodies = found.flatMap((one) => (one ? [JSON.parse(one)] : []));
    return bodies.flatMap((body) =>
      body.jsonrpc === undefined ? refused(String(body.error)) : [body],
    );
  } catch (error) {
    return refused(`The service at ${url} did not answer: ${String(error)}`);
  }
}

/** The headers that repeat parts of a message, as the protocol asks. */
function headersOf({ method, params }: Message, agreed: unknown): Record<string, string> {
  const version = params?._meta?.[PROTOCOL_VERSION_META_KEY] ?? agreed;
  const { name } = params ?? {};
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;
  return {
    ...(typeof version === "string" && { "MCP-Protocol-Version": version }),
    ...(method !== undefined && { "Mcp-Method": method }),
    ...(typeof name === "string" && { "Mcp-Name": encoded(name) }),
  };
}
