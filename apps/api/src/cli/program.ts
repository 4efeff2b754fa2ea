import { readFileSync } from "node:fs";
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { CommandLine, type Surroundings, wrongUse } from "./command-line.ts";
import { billerCommand } from "./commands/biller.ts";
import { clockCommand } from "./commands/clock.ts";
import { contractsCommand } from "./commands/contracts.ts";
import { dashboardCommand } from "./commands/dashboard.ts";
import { devCommand } from "./commands/dev.ts";
import { keysCommand } from "./commands/keys.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { scaleCommand } from "./commands/scale.ts";
import { secretsCommand } from "./commands/secrets.ts";
import { signersCommand } from "./commands/signers.ts";
import { startCommand } from "./commands/start.ts";
import { usageCommand } from "./commands/usage.ts";
import { verifyCommand } from "./commands/verify.ts";
import { verifyLedgerCommand } from "./commands/verify-ledger.ts";
import { webhooksCommand } from "./commands/webhooks.ts";
import { documented } from "./words.ts";

/** Defines all commands and their actions. */
export function program(commandLine: CommandLine): CommandUnknownOpts {
  const top = documented("usance", "Usage-based billing with USDC settlement.", {
    examples: ["dev", "keys create --help", "help verify"],
    exitCodes: "0 done, 1 failed, 2 wrong usage, 130 ended by a second signal",
  })
    .version(version(), "-V, --version", "print the version")
    .usage("<command> [options]");
  for (const make of [
    devCommand,
    startCommand,
    migrateCommand,
    keysCommand,
    dashboardCommand,
    signersCommand,
    contractsCommand,
    scaleCommand,
    secretsCommand,
    verifyCommand,
    verifyLedgerCommand,
    webhooksCommand,
    billerCommand,
    usageCommand,
    clockCommand,
    mcpCommand,
  ]) {
    top.addCommand(make(commandLine));
  }
  configure(top, "usance", commandLine);
  return top;
}

/** The same width in every terminal and in a pipe. */
const helpWidth = 80;

/** Makes every command throw instead of exit, and write to the command line's streams. */
function configure(
  command: CommandUnknownOpts,
  path: string,
  { surroundings }: Pick<CommandLine, "surroundings">,
): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings.out(text),
      writeErr: (text) => surroundings.err(text),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .helpOption("-h, --help", "show this help")
    .showHelpAfterError(`Run \`${path} --help\` for help.`);
  if (command.commands.length > 0) command.helpCommand("help [command]", "show help for a command");
  for (const one of command.commands) configure(one, `${path} ${one.name()}`, { surroundings });
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}

/**
 * Runs the command that the words name.
 *
 * @param words the arguments after `usance`
 * @returns the exit code
 */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const commandLine = new CommandLine(surroundings);
  try {
    await program(commandLine).parseAsync([...words], { from: "user" });
    return commandLine.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : wrongUse; // 0: the user asked for help or the version
  }
}
