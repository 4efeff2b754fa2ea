import type { RowsToWrite } from "../../balances/book-store.ts";
import {
  type AnyTransaction,
  type InAnyTransaction,
  runStatement,
  textArray,
} from "../../db/statements.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import type { Asked } from "../../kit/tenant.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { limitReached, UsageLimit } from "../../schemas/limits.ts";
import {
  countersToWrite,
  type FoundLimit,
  findLimits,
  sumUsage,
  type UsageAt,
  type Window,
} from "./find-limits.ts";
import {
  Counter,
  type LimitedUsage,
  type LimitState,
  partOf,
  shownReached,
  shownState,
} from "./limit-counter.ts";

/*
 * Usage of a service with limits is admitted one transaction at a time: it locks the service's row, so that what is used
 * does not change meanwhile, and writes the events and what is used of each limit in one commit.
 */

const lock = {
  name: "lock_limited_services",
  text: `
  SELECT service.id
    FROM (SELECT id, tenant FROM unnest($1::text[], $2::text[]) AS named (id, tenant)
           UNION
          SELECT subscription.service_id, named.tenant
            FROM unnest($3::text[], $4::text[]) AS named (id, tenant)
            JOIN subscriptions subscription ON subscription.id = named.id) AS given
    JOIN services service ON service.id = given.id AND coalesce(given.tenant, service.owner_id) = service.owner_id
   WHERE service.is_limited
   ORDER BY service.id FOR NO KEY UPDATE OF service`,
};

/** This waits for a transaction that sets the first limit of a service (store.ts). */
const waitForFirstLimits = {
  name: "wait_for_first_limits",
  text: "LOCK TABLE usage_events IN ROW EXCLUSIVE MODE",
};

/** What is locked: services, and those of subscriptions. Of another seller than the tenant nothing is. */
interface ToLock {
  readonly services?: readonly Asked[];
  readonly subscriptions?: readonly Asked[];
}

/** Locks those services that have limits, until the transaction ends. @returns their ids */
export async function lockLimitedServices(
  { tx }: Pick<InAnyTransaction, "tx">,
  { services = [], subscriptions = [] }: ToLock,
): Promise<ReadonlySet<string>> {
  const values = [services, subscriptions].flatMap((asked) => [
    textArray(asked, ({ id }) => id),
    textArray(asked, ({ tenant }) => tenant),
  ]);
  const [, rows] = await Promise.all([
    runStatement(tx, waitForFirstLimits, []),
    runStatement<{ readonly id: string }>(tx, lock, values),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** The limits of some usage, and what is used of them. */
export class LimitBook {
  readonly #counters = new Map<string, Counter>();
  readonly #applied = new Map<string, readonly Applied[]>();
  readonly #now: Date;

  private constructor(now: Date) {
    this.#now = now;
  }

  /**
   * Finds the limits that apply to usage. What is not stored of a counter is summed up.
   *
   * @param usage of services that are locked; or of any, to read what is used. Without a key, it can have any
   */
  static async open(
    { tx, now }: InAnyTransaction,
    usage: readonly (UsageAt & Partial<Pick<LimitedUsage, "eventKey">>)[],
  ): Promise<LimitBook> {
    const book = new LimitBook(now);
    const distinct = new Map(usage.map((one) => [nameOf(one), one]));
    if (distinct.size === 0) return book;
    const found = await findLimits({ tx, now }, [...distinct.values()]);
    for (const [place, name] of [...distinct.keys()].entries()) {
      const applied = found[place]?.map(({ limit, window }) => ({
        counter: book.#counterOf(limit),
        window,
      }));
      book.#applied.set(name, applied ?? []);
    }
    for (const one of usage) {
      for (const { counter, window } of book.#of(one)) counter.need(window);
    }
    await sumMissing(tx, [...book.#counters.values()]);
    return book;
  }

  #counterOf(limit: FoundLimit): Counter {
    const name = `${limit.id}\0${limit.ofSubscription}\0${limit.ofSubject}`;
    const counter = this.#counters.get(name) ?? new Counter(limit, this.#now.getTime());
    this.#counters.set(name, counter);
    return counter;
  }

  /** The limits that apply to usage, by its key too if it has one. */
  #of(usage: UsageAt & Partial<Pick<LimitedUsage, "eventKey">>): readonly Applied[] {
    const applied = this.#applied.get(nameOf(usage)) ?? [];
    const { eventKey } = usage;
    if (eventKey === undefined) return applied;
    const [prefix] = eventKey.split(":", 1);
    return applied.filter(({ counter: { limit } }) => (limit.keyPrefix ?? prefix) === prefix);
  }

  /** Returns why usage is refused, by the limit of which the least is left; null: it is admitted, and `add` counts it. */
  refusalOf(usage: LimitedUsage): RefusalTerms | null {
    const states = this.#of(usage).flatMap(({ counter, window }) => {
      if (counter.admits(usage, window)) return [];
      counter.reach(window);
      return counter.stateIn(window);
    });
    const [tightest] = states.toSorted(
      (one, other) =>
        Number(one.remaining - other.remaining) || one.limit.max.comparedTo(other.limit.max),
    );
    return tightest === undefined ? null : limitReached(shownReached(tightest));
  }

  /** Counts usage that is recorded. */
  add(usage: LimitedUsage): void {
    for (const { counter, window } of this.#of(usage)) counter.add(usage, window);
  }

  /** Counts what a hold reserves; `sign` -1n: no longer. */
  reserve(usage: LimitedUsage, sign: 1n | -1n = 1n): void {
    for (const { counter } of this.#of(usage)) counter.reserve(usage, sign);
  }

  /** How much is used of each limit that applies to usage. */
  statesOf(usage: UsageAt): LimitState[] {
    return this.#of(usage).map(({ counter, window }) => counter.stateIn(window));
  }

  /** The rows of counters that have changed. */
  toWrite(): RowsToWrite[] {
    const changed = [...this.#counters.values()].filter(({ isChanged }) => isChanged);
    return countersToWrite(changed.map((counter) => counter.toStore()));
  }

  /** Records the levels that were crossed, in the transaction that writes the counters. */
  async announce(at: InAnyTransaction): Promise<void> {
    const crossings = [...this.#counters.values()].flatMap((counter) => counter.crossings());
    if (crossings.length === 0) return;
    const data = crossings.map(({ level, state }) => {
      const { used, remaining, resetsAt } = shownReached(state);
      const { limit, subscriptionId, subject } = shownState(state);
      return {
        limit: UsageLimit.parse(limit),
        crossing: { level: partOf(level), subscriptionId, subject, used, remaining, resetsAt },
      };
    });
    await recordEvents(at, "limit.crossed", data);
  }
}

/** A counter, and the window of it in which usage is. */
interface Applied {
  readonly counter: Counter;
  readonly window: Window;
}

/** Ids and subjects do not contain NUL. */
const nameOf = ({ serviceId, subscriptionId, subject, occurredAt }: UsageAt) =>
  `${serviceId}\0${subscriptionId}\0${subject}\0${occurredAt.getTime()}`;

/** Sums up what is not stored of counters, with one statement for each limit. */
async function sumMissing(tx: AnyTransaction, counters: readonly Counter[]): Promise<void> {
  const byLimit = Map.groupBy(
    counters.filter(({ missing }) => missing !== null),
    ({ limit }) => limit.id,
  );
  await Promise.all(
    [...byLimit.values()].map(async (ofLimit) => {
      const toSum = ofLimit.flatMap(({ limit, missing }) =>
        missing === null ? [] : [{ limit, between: missing }],
      );
      const sums = await sumUsage(tx, toSum);
      for (const [place, counter] of ofLimit.entries()) counter.fill(sums[place] ?? []);
    }),
  );
}
