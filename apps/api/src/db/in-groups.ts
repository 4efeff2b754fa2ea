import type { Clock } from "../shared/clock.ts";
import { type Database, inTransaction, type Queryable } from "./client.ts";

/** How many make a group at most. */
const most = 32;

/**
 * Does the same work for many at once.
 *
 * @returns a result for each item, in order; what it throws is nobody's alone
 */
type GroupWork<Item, Result> = (
  db: Queryable,
  items: readonly Item[],
  now: Date,
) => Promise<readonly Result[]>;

/** Does the work for an item together with that of others who come at about the same time. */
export type InGroups = <Item, Result>(work: GroupWork<Item, Result>, item: Item) => Promise<Result>;

/**
 * Group commit: what comes while a transaction of the same work is under way goes together in the
 * next one. Nobody waits for company: whoever comes alone goes at once. When a transaction fails, each
 * of its items gets one of its own, so that none suffers for another.
 */
export function groupCommit(db: Database, clock: Clock): InGroups {
  return inGroups((work) => inTransaction(db, (tx) => work(tx, clock.now())));
}

/** The same for reads, which need no transaction. */
export function groupRead(db: Database, clock: Clock): InGroups {
  return inGroups((work) => work(db, clock.now()));
}

type Run = <Results>(work: (db: Queryable, now: Date) => Promise<Results>) => Promise<Results>;

function inGroups(run: Run): InGroups {
  const lines = new Map<unknown, unknown>();
  return <Item, Result>(work: GroupWork<Item, Result>, item: Item) => {
    const known = lines.get(work) as Line<Item, Result> | undefined;
    const line = known ?? new Line(run, work);
    lines.set(work, line);
    return line.add(item);
  };
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Those who want the same work done. */
class Line<Item, Result> {
  readonly #run: Run;
  readonly #work: GroupWork<Item, Result>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  constructor(run: Run, work: GroupWork<Item, Result>) {
    this.#run = run;
    this.#work = work;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#do(this.#waiting.splice(0, most));
    this.#isRunning = false;
  }

  async #do(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const items = group.map(({ item }) => item);
    try {
      const results = await this.#run((db, now) => this.#work(db, items, now));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else await Promise.all(group.map((one) => this.#do([one])));
    }
  }
}
