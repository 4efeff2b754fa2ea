import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import { root, usanceCommand } from "./program.ts";

/* Assistants that start `usance mcp`, as their settings say. */

export const about = { name: "test", version: "1.0.0" };

/** @returns how to start `usance` with these words, for a client of either generation */
export const program = (words: readonly string[], env: Record<string, string>) => {
  const [command = "", ...args] = usanceCommand(words);
  return { command, args, env, cwd: root, stderr: "pipe" as const };
};

/** Calls a tool. */
export type CallTool = (
  tool: string,
  input?: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/** Starts `usance mcp` with these options and variables, and connects to it. */
type Start = (options: readonly string[], env: Record<string, string>) => Promise<CallTool>;

/** What both generations of clients have. */
interface Client {
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

function callsOf(client: Client): CallTool {
  onTestFinished(() => client.close());
  return (name, input = {}) => client.callTool({ name, arguments: input });
}

/** A client of 2026. @param mode how it agrees on the protocol's version */
export const clientOf2026 =
  (mode: "auto" | { readonly pin: string } = "auto"): Start =>
  async (options, env) => {
    const client = new Client2(about, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(program(["mcp", ...options], env)));
    return callsOf(client);
  };

/** A client of 2025, from the package of that time. */
export const clientOf2025: Start = async (options, env) => {
  const client = new Client1(about);
  await client.connect(new Stdio1(program(["mcp", ...options], env)));
  return callsOf(client);
};
