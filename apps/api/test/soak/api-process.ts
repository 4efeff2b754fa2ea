import { setTimeout as sleep } from "node:timers/promises";
import { entryCommand, type Program, startProgram } from "../processes/program.ts";

/** One process of the service, which can be killed and comes back at another address. */
export class ApiProcess {
  readonly name: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #logFile: string;
  readonly #problem: (what: string) => void;
  #program: Program | undefined;
  #coming: Promise<string> | undefined;
  #url: string | null = null;
  #meant = false;

  /**
   * @param options.logFile gets what it prints, in all its lives
   * @param options.problem is told when it ends without being told to
   */
  constructor(options: {
    readonly name: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly logFile: string;
    readonly problem: (what: string) => void;
  }) {
    this.name = options.name;
    this.#environment = options.environment;
    this.#logFile = options.logFile;
    this.#problem = options.problem;
    process.once("exit", () => this.#program?.signalGroup("SIGKILL"));
  }

  /** Where it listens; null while it does not. */
  get url(): string | null {
    return this.#url;
  }

  /** @returns the address, once it listens */
  async up(): Promise<string> {
    if (this.#coming === undefined) throw new Error(`${this.name} was not started.`);
    return this.#coming;
  }

  start(): void {
    const program = startProgram(entryCommand("main"), this.#environment, this.#logFile);
    this.#program = program;
    this.#meant = false;
    this.#coming = program.printed(/^Listening on (\S+)$/m).then(([, url = ""]) => {
      this.#url = url;
      return url;
    });
    this.#coming.catch(() => undefined); // it is told below
    void program.ended.then((how) => {
      this.#url = null;
      if (!this.#meant) this.#problem(`${this.name} ended by itself with ${how}`);
    });
  }

  /** SIGKILL once it has listened for so many milliseconds, and a new start. */
  async killAndStart(livesMs: number): Promise<void> {
    await this.up();
    await sleep(livesMs);
    await this.end("SIGKILL");
    this.start();
  }

  /** @returns its exit code, or the signal that ended it */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | NodeJS.Signals> {
    if (this.#program === undefined) throw new Error(`${this.name} was not started.`);
    this.#meant = true;
    this.#url = null;
    this.#program.signal(signal);
    return this.#program.ended;
  }
}
