import type { RowsToWrite } from "../../balances/book-store.ts";
import { waitForNodes } from "../../db/citus/nodes.ts";
import type { UsageLimit as UsageLimitRow } from "../../db/generated/client.ts";
import {
  type AnyTransaction,
  type InAnyTransaction,
  runStatement,
  textArray,
} from "../../db/statements.ts";
import { prefixOf } from "../../kit/fields.ts";
import { unitsOfText } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import type { Asked } from "../../kit/tenant.ts";
import { announceAlerts, type WatchedChange } from "../../outbox/announce-alerts.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { limitReached, UsageLimit } from "../../schemas/limits.ts";
import { periodAround } from "../../subscriptions/periods.ts";
import {
  countersToWrite,
  type FoundGroup,
  type FoundLimits,
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
  stepOf,
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

/**
 * Is sent before it is read whether services have limits: who sets the first limit of a service waits for the transactions
 * that hold this lock (store.ts). It is of a table that Citus does not know: Citus would lock usage events on every node.
 */
export const lockAsRecorder = {
  name: "lock_as_recorder",
  text: "LOCK TABLE usage_limit_counters IN ROW EXCLUSIVE MODE",
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
    runStatement(tx, lockAsRecorder, []),
    runStatement<{ readonly id: string }>(tx, lock, values),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Usage that is asked for; without a key, it can have any. */
type AskedUsage = UsageAt & Partial<Pick<LimitedUsage, "eventKey">>;

/** The limits of some usage, and what is used of them. */
export class LimitBook {
  readonly #counters = new Map<string, Counter>();
  readonly #applied = new Map<string, readonly Applied[]>();
  readonly #now: Date;

  private constructor(now: Date) {
    this.#now = now;
  }

  /**
   * Finds the limits that apply to usage.
   *
   * @param usage of services that are locked; or of any, to read what is used
   * @param sums of which counters what is not stored is summed up; of others it stays unknown
   */
  static async open(
    at: InAnyTransaction,
    usage: readonly AskedUsage[],
    { sums = "all" }: { readonly sums?: "all" | "alerts" } = {},
  ): Promise<LimitBook> {
    const book = new LimitBook(at.now);
    const distinct = new Map(usage.map((one) => [nameOf(one), one]));
    if (distinct.size === 0) return book;
    const found = await findLimits(at, [...distinct.values()]);
    for (const [place, [name, one]] of [...distinct].entries()) {
      const applied = found.groups[place]?.map((group) => ({
        counter: book.#counterOf(group),
        window: windowOf(group.limit, one.occurredAt, found, place),
      }));
      book.#applied.set(name, applied ?? []);
    }
    for (const one of usage) {
      for (const { counter, window } of book.#of(one)) {
        if (sums === "all" || isOfAlert(counter)) counter.need(window);
      }
    }
    await sumMissing(at.tx, [...book.#counters.values()]);
    return book;
  }

  #counterOf(group: FoundGroup): Counter {
    const name = `${group.limit.id}\0${group.subscriptionId}\0${group.subject}`;
    const counter = this.#counters.get(name) ?? new Counter(group, this.#now.getTime());
    this.#counters.set(name, counter);
    return counter;
  }

  /** The limits that apply to usage, by its key too if it has one. */
  #of(usage: AskedUsage): readonly Applied[] {
    const applied = this.#applied.get(nameOf(usage)) ?? [];
    const { eventKey } = usage;
    if (eventKey === undefined) return applied;
    const prefix = prefixOf(eventKey);
    return applied.filter(({ counter: { group } }) => (group.limit.keyPrefix ?? prefix) === prefix);
  }

  /**
   * Returns why usage is refused, by the limit of which the least is left; null: it is admitted, and `add` counts it.
   *
   * @param held what the hold that it commits had reserved, and reserves no longer
   */
  refusalOf(usage: LimitedUsage, held?: LimitedUsage): RefusalTerms | null {
    const states = this.#of(usage).flatMap(({ counter, window }) => {
      if (counter.admits(usage, window, held)) return [];
      counter.reach(window);
      return counter.stateIn(window);
    });
    const [tightest] = states.toSorted(
      (one, other) =>
        Number(one.remaining - other.remaining) ||
        one.group.limit.max.comparedTo(other.group.limit.max),
    );
    return tightest === undefined ? null : limitReached(shownReached(tightest));
  }

  /** Counts usage that is recorded; `sign` -1n: that no longer counts. */
  add(usage: LimitedUsage, sign: 1n | -1n = 1n): void {
    for (const { counter, window } of this.#of(usage)) counter.add(usage, window, sign);
  }

  /** Counts what a hold reserves; `sign` -1n: no longer. */
  reserve(usage: LimitedUsage, sign: 1n | -1n = 1n): void {
    for (const { counter } of this.#of(usage)) counter.reserve(usage, sign);
  }

  /** How much is used of each limit that applies to usage, and of what alerts watch. */
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
    const counters = [...this.#counters.values()];
    await announceAlerts(at, counters.filter(isOfAlert).flatMap(crossedChanges));
    const crossings = counters
      .filter((counter) => !isOfAlert(counter))
      .flatMap((counter) => counter.crossings());
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

const isOfAlert = ({ group: { limit } }: Counter) => limit.setBy === "ALERT";

/** What has changed of the usage that an alert watches, where a level was crossed. */
function crossedChanges(counter: Counter): WatchedChange[] {
  const { limit, subscriptionId } = counter.group;
  const { id: alertId, serviceId, measure } = limit;
  const watches = measure === "charge" ? "spend" : "usage";
  const levels = limit.levels.map(unitsOfText);
  return counter
    .changes()
    .filter(({ before, after }) => levels.some((level) => before < level !== after < level))
    .map(({ from, before, after }) => ({
      ...{ alertId, of: { watches, serviceId, subscriptionId, balanceId: null } },
      ...{ periodStart: from, before, after },
    }));
}

/** A counter, and the window of it in which usage is. */
interface Applied {
  readonly counter: Counter;
  readonly window: Window;
}

/** Ids and subjects do not contain NUL. */
const nameOf = ({ serviceId, subscriptionId, subject, occurredAt }: UsageAt) =>
  `${serviceId}\0${subscriptionId}\0${subject}\0${occurredAt.getTime()}`;

/** The window of a limit in which a moment is. @param place of the usage in what was found */
function windowOf(limit: UsageLimitRow, at: Date, found: FoundLimits, place: number): Window {
  const unbounded = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  switch (limit.window) {
    case "ever":
      return unbounded;
    case "day":
      return found.dayOf(limit, place);
    case "hour":
      return stepAround(at, 3_600);
    case "rolling":
      return stepAround(at, stepOf(limit) ?? 1);
    case "period": {
      const { anchor, interval } = found.periods[place] as FoundLimits["periods"][number];
      const { from, to } = periodAround(interval, anchor, at);
      return { from: from?.getTime() ?? unbounded.from, to: to?.getTime() ?? unbounded.to };
    }
  }
}

function stepAround(at: Date, seconds: number): Window {
  const ms = seconds * 1_000;
  const from = Math.floor(at.getTime() / ms) * ms;
  return { from, to: from + ms };
}

/** Sums up what is not stored of counters, with one statement for each limit. */
async function sumMissing(tx: AnyTransaction, counters: readonly Counter[]): Promise<void> {
  const missing = counters.flatMap((counter) =>
    counter.missing.map((between) => ({ counter, group: counter.group, between })),
  );
  if (missing.length > 0) await waitForNodes(tx);
  const byLimit = Map.groupBy(missing, ({ group }) => group.limit);
  await Promise.all(
    [...byLimit].map(async ([limit, parts]) => {
      const sums = await sumUsage(tx, parts, stepOf(limit));
      for (const [place, { counter, between }] of parts.entries()) {
        counter.fill(between, sums[place] ?? []);
      }
    }),
  );
}
