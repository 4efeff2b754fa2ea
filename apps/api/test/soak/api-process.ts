import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram, usanceCommand } from "../processes/program.ts";
import type { Random } from "./random.ts";

/** How often a process that ends unexpectedly is restarted. */
const maxRevivals = 5;

/** What runs now. */
const running = new Set<Program>();
process.once("exit", () => {
  for (const program of running) program.signalGroup("SIGKILL");
});

/** A process of the service that can be killed and restarts at another address. */
export class ApiProcess {
  readonly name: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #logFile: string;
  readonly #root: string | undefined;
  readonly #problem: (what: string) => void;
  #program: Program | undefined;
  #coming: Promise<string> | undefined;
  #url: string | null = null;
  #meant = false;
  #revivals = 0;

  /**
   * @param options.logFile receives the output of all its runs
   * @param options.problem is called when it ends unexpectedly
   * @param options.root the root of another version's repository
   */
  constructor(options: {
    readonly name: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly logFile: string;
    readonly problem: (what: string) => void;
    readonly root?: string;
  }) {
    this.name = options.name;
    this.#environment = options.environment;
    this.#logFile = options.logFile;
    this.#problem = options.problem;
    this.#root = options.root;
  }

  /** Its address; null while it does not listen. */
  get url(): string | null {
    return this.#url;
  }

  get wasStarted(): boolean {
    return this.#program !== undefined;
  }

  /** @returns the address, once it listens */
  async up(): Promise<string> {
    for (;;) {
      const url = await this.#coming?.catch(() => null);
      if (typeof url === "string") return url;
      if (this.#revivals > maxRevivals) throw new Error(`${this.name} does not start.`);
      await sleep(20);
    }
  }

  start(): void {
    const program = startProgram(usanceCommand(["start"], this.#root), this.#environment, {
      logFile: this.#logFile,
    });
    this.#program = program;
    running.add(program);
    this.#meant = false;
    this.#coming = program.printed(/^Listening on (\S+)$/m).then(([, url = ""]) => {
      this.#url = url;
      return url;
    });
    this.#coming.catch(() => undefined); // it is told where it ends
    void program.ended.then((how) => {
      running.delete(program);
      this.#url = null;
      if (this.#meant) return;
      this.#problem(`${this.name} ended by itself with ${how}: ${program.err().trim()}`);
      this.#revivals += 1;
      if (this.#revivals <= maxRevivals) this.start();
    });
  }

  /** Sends SIGKILL after it has listened for some milliseconds, and restarts it. */
  async killAndStart(livesMs: number): Promise<void> {
    await this.up();
    await sleep(livesMs);
    await this.end("SIGKILL");
    this.start();
  }

  /** Sends SIGTERM and waits for the end, which must be in order. */
  async stop(): Promise<void> {
    const how = await this.end("SIGTERM");
    if (how !== 0) this.#problem(`${this.name} ended with ${how} at SIGTERM`);
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

/** Chooses one of the listening processes, as a load balancer does. @returns its address; null while none listens */
export function addressOf(processes: readonly ApiProcess[], random: Random): string | null {
  const listening = processes.flatMap(({ url }) => (url === null ? [] : [url]));
  return listening.length === 0 ? null : random.oneOf(listening);
}
