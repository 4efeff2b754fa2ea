import { run } from "../../src/cli/run.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  /** Of standard output. */
  readonly lines: readonly string[];
  /** Of standard error. */
  readonly notes: readonly string[];
}

/** Runs `usance` with these words and variables, in this process. */
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
