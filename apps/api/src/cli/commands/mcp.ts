import { CommandError } from "../command-error.ts";
import type { CommandLine } from "../command-line.ts";
import { documented } from "../words.ts";

export const mcpCommand = (commandLine: CommandLine) =>
  documented(
    "mcp",
    "Let an assistant call the service: it starts this command and speaks MCP on standard input and output. The service is the one that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY. With --wallet, let it call any web address and pay in USDC, with the wallet of USANCE_WALLET_KEY.",
    {
      examples: ["mcp", "mcp --wallet"],
      exitCodes: "0 the assistant has closed the input, 1 failed, 2 wrong usage",
    },
  )
    .option("--wallet", "serve a buyer's tools instead: wallet_balance, paid_fetch, spending")
    .action(({ wallet }) =>
      commandLine.run({}, async () => {
        if (wallet) {
          const { serveWallet } = await import("../wallet/serve-wallet.ts");
          await serveWallet(commandLine.surroundings);
          return {};
        }
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
