import type { Clock } from "../kit/clock.ts";
import { WrongUse } from "./command-error.ts";
import { type Generated, prepare } from "./prepare.ts";

/** The exit code for an unknown command or option, or an invalid value. */
export const wrongUse = 2;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The surroundings of a command: its environment and output streams. */
export interface Surroundings {
  readonly environment: Environment;
  readonly clock: Clock;
  /** The terminal of standard output; null for a file or a pipe. */
  readonly terminal: { readonly hasColors: boolean } | null;
  /** Standard output. */
  out(text: string): void;
  /** Standard error. */
  err(text: string): void;
}

/** The result of a command. */
export interface Answer {
  /** For standard output. */
  readonly lines?: readonly string[];
  /** For standard error: information for readers, not for scripts. */
  readonly notes?: readonly string[];
  /** Printed instead of lines and notes with `--json`. */
  readonly json?: object;
  /** False: the command ran, and its check failed. null: something could not be checked. */
  readonly holds?: boolean | null;
}

interface Run {
  readonly json?: boolean | undefined;
  readonly needs?: readonly Generated[];
  /** The exit code when the command fails. */
  readonly failed?: number;
}

/** Runs the action of a command and keeps its exit code. A process runs one command. */
export class CommandLine {
  exitCode = 0;
  readonly surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  readonly say = (line: string): void => this.surroundings.out(`${line}\n`);

  /**
   * Runs an action. Actions are imported when they run, so that help needs neither a database nor generated files.
   *
   * @throws errors that the operator cannot fix
   */
  async run({ json = false, needs = [], failed = 1 }: Run, action: () => Promise<Answer>) {
    const { out, err } = this.surroundings;
    try {
      await prepare(needs);
      const answer = await action();
      if (json) out(`${JSON.stringify(answer.json)}\n`);
      else {
        for (const note of answer.notes ?? []) err(`${note}\n`);
        for (const line of answer.lines ?? []) out(`${line}\n`);
      }
      if (answer.holds === false) this.exitCode = 1;
      if (answer.holds === null) this.exitCode = failed;
    } catch (error) {
      if (error instanceof WrongUse) {
        err(`error: ${error.message}\n`);
        this.exitCode = wrongUse;
        return;
      }
      const { isForTheOperator } = await import("./operator-errors.ts");
      if (!isForTheOperator(error)) throw error;
      err(`${error.message}\n`);
      this.exitCode = failed;
    }
  }
}
