import { Client as Client2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { onTestFinished } from "vitest";
import { testKey } from "./service.ts";

/** What a tool answered. */
interface ToolAnswer {
  readonly isError?: boolean | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any answer
  readonly structuredContent?: any;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** A program with an MCP client that is connected to a service. */
export interface Assistant {
  readonly instructions: string | undefined;
  tools(): Promise<readonly { readonly name: string }[]>;
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** @param ask what the user answers to questions; undefined: the client cannot ask */
type Connect = (
  url: string,
  options?: { readonly key?: string; readonly ask?: (message: string) => object },
) => Promise<Assistant>;

const about = { name: "test", version: "1.0.0" };
const requestInit = (key = testKey) => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

function assistantOf(client: Client1 | Client2): Assistant {
  onTestFinished(() => client.close());
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) =>
      client.callTool({ name, arguments: args }) as unknown as Promise<ToolAnswer>,
  };
}

/** A client of the protocol's version of 2026. */
export const modernAssistant: Connect = async (url, { key, ask } = {}) => {
  const client = new Client2(about, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    capabilities: ask === undefined ? {} : { elicitation: { form: {} } },
  });
  if (ask !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => ask(params.message) as never);
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), requestInit(key)));
  return assistantOf(client);
};

/** A client of the versions of 2025, from the package of that time. */
const olderAssistant: Connect = async (url, { key } = {}) => {
  const client = new Client1(about);
  const transport = new Transport1(new URL(`${url}/mcp`), requestInit(key));
  await client.connect(transport as Transport);
  return assistantOf(client);
};

/** Both generations of clients. */
export const assistants: readonly (readonly [string, Connect])[] = [
  ["a client of 2026", modernAssistant],
  ["a client of 2025", olderAssistant],
];
