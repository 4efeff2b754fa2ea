import { CommandError } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { documented } from "../words.ts";

export const mcpCommand = (commandLine: CommandLine) =>
  documented(
    "mcp",
    "Let an assistant call the service: it starts this command and speaks MCP on standard input and output. The service is the one that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    {
      examples: ["mcp"],
      exitCodes: "0 the assistant has closed the input, 1 failed, 2 wrong usage",
    },
  ).action(() =>
    commandLine.run({}, async () => {
      const { findService, RelayError } = await import("@usance/webhooks-relay");
      const { relayMcp } = await import("../actions/relay-mcp.ts");
      try {
        await relayMcp(await findService(commandLine.surroundings.environment));
        return {};
      } catch (error) {
        if (!(error instanceof RelayError)) throw error;
        throw new CommandError(error.message, { cause: error });
      }
    }),
  );
