import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";

/** The words of a command and its options. @throws CommandError with the usage for an option that is none */
export function readWords<Options extends NonNullable<ParseArgsConfig["options"]>>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(`${error.message}\n${usage}`);
  }
}
