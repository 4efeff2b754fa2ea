import { run } from "../../src/cli/program.ts";
import { type Clock, systemClock } from "../../src/kit/clock.ts";

/** The output and the exit code of a command. */
export interface Ran {
  readonly code: number;
  /** Standard output. */
  readonly lines: readonly string[];
  /** Standard error. */
  readonly notes: readonly string[];
}

/** Runs `usance` with these arguments and variables, in this process. */
export async function usance(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<Ran> {
  let [printed, said] = ["", ""];
  const code = await run(words, {
    environment,
    clock,
    terminal: null,
    out: (text) => {
      printed += text;
    },
    err: (text) => {
      said += text;
    },
  });
  return { code, lines: linesOf(printed), notes: linesOf(said) };
}

const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
