import { CommanderError } from "@commander-js/extra-typings";
import { CommandLine, type Surroundings, wrongUse } from "./command-line.ts";
import { program } from "./program.ts";

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
