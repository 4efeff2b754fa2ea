import { heldUsage } from "../../balances/hold-store.ts";
import type { BalanceHold, UsageLimit } from "../../db/generated/client.ts";
import { firstTime, lastTime } from "../../kit/date-time.ts";
import { fromTokenUnits, larger, textOfUnits, toTokenUnits } from "../../kit/money.ts";
import type { ReachedLimit } from "../../kit/refusal.ts";
import type {
  CounterToStore,
  FoundGroup,
  LimitGroup,
  UsageAt,
  UsedWindow,
  Window,
} from "./find-limits.ts";

/** Usage that limits may admit. */
export interface LimitedUsage extends UsageAt {
  readonly eventKey: string;
  /** In millionths. */
  readonly quantity: bigint;
  /** What it is charged, in token units. */
  readonly charge: bigint;
}

/** What a hold reserves, as limits count it; null: nothing. */
export function reservedBy(hold: BalanceHold, serviceId: string, now: Date): LimitedUsage | null {
  const usage = heldUsage(hold);
  if (usage === null || hold.status !== "HELD" || hold.expiresAt <= now) return null;
  return {
    serviceId,
    subscriptionId: usage.subscriptionId,
    subject: usage.subject ?? "",
    eventKey: usage.eventKey,
    occurredAt: now,
    quantity: toTokenUnits(usage.quantity),
    charge: toTokenUnits(hold.amount),
  };
}

/** How much of a limit is used by a group, in millionths. */
export interface LimitState {
  readonly group: LimitGroup;
  readonly used: bigint;
  /** What holds reserve. */
  readonly reserved: bigint;
  readonly remaining: bigint;
  readonly windowStart: Date | null;
  readonly resetsAt: Date | null;
}

/** A level of a limit that was crossed. */
interface Crossing {
  /** Hundredths of the limit. */
  readonly level: string;
  readonly state: LimitState;
}

const one = 1_000_000n;

/** How many windows a counter keeps: those nearest to now, or the steps of a rolling window. */
const maxWindows = { calendar: 8, rolling: 128 } as const;

/** The length of the steps of a rolling window, in seconds; null: the limit has another window. */
export const stepOf = ({ seconds }: Pick<UsageLimit, "seconds">): number | null =>
  seconds === null ? null : Math.ceil(seconds / 60);

type Windows = ReadonlyMap<number, UsedWindow>;

/**
 * What is used of a limit by one group. A stop refuses all usage from its beginning on, so it needs no sums, and counts nothing.
 * It admits calls for which a hold was placed before: otherwise a subscriber could get a call for nothing by stopping it.
 */
export class Counter {
  readonly group: LimitGroup;
  readonly #max: bigint;
  readonly #now: number;
  /** When a rolling window has begun; null: the limit has another window. */
  readonly #rollsAfter: number | null;
  readonly #windows: Map<number, UsedWindow>;
  /** The windows that were changed, as they were before. */
  readonly #before = new Map<number, UsedWindow>();
  readonly #missing = new Map<number, Window>();
  #reserved: bigint;
  #completeFrom: number;
  #isFilled = false;
  /** When a stop began; null: the limit is not a stop. */
  readonly #stoppedAt: Date | null;

  /** @param now in milliseconds since 1970 */
  constructor({ reserved, completeFrom, windows, ...group }: FoundGroup, now: number) {
    const { max, seconds, setBy, createdAt } = group.limit;
    this.group = group;
    this.#stoppedAt = setBy === "SUBSCRIBER" ? createdAt : null;
    this.#max = toTokenUnits(max);
    this.#now = now;
    this.#rollsAfter = seconds === null ? null : now - seconds * 1_000;
    this.#windows = new Map(windows.map((window) => [window.from, window]));
    this.#reserved = reserved;
    this.#completeFrom = completeFrom;
  }

  /** Notes that usage in a window is asked for. */
  need(window: Window): void {
    if (this.#stoppedAt !== null) return;
    const step = stepOf(this.group.limit);
    if (step === null || this.#rollsAfter === null) {
      if (!this.#windows.has(window.from)) this.#missing.set(window.from, window);
      return;
    }
    const from = Math.floor(this.#rollsAfter / (step * 1_000)) * step * 1_000;
    if (from < this.#completeFrom) this.#missing.set(from, { from, to: this.#completeFrom });
  }

  /** The parts of time whose usage is needed and not known. */
  get missing(): readonly Window[] {
    return [...this.#missing.values()];
  }

  /** Takes the usage of a part that was missing. */
  fill(part: Window, windows: readonly UsedWindow[]): void {
    if (this.#rollsAfter === null)
      this.#windows.set(part.from, { ...part, used: 0n, isReached: false });
    else this.#completeFrom = part.from;
    for (const window of windows) this.#windows.set(window.from, window);
    this.#isFilled = true;
  }

  /**
   * Whether the limit admits usage. What is older than a rolling window is not limited.
   *
   * @param held what the hold that it commits had reserved
   */
  admits(usage: LimitedUsage, window: Window, held?: LimitedUsage): boolean {
    if (this.#stoppedAt !== null) {
      return this.#isBeforeStop(usage, this.#stoppedAt) || this.#isHeld(usage, held);
    }
    const amount = this.#amountOf(usage);
    if (this.group.limit.action === "NOTIFY" || amount === 0n || this.#isOver(window)) return true;
    return this.#usedIn(window) + this.#reservedIn(window) + amount <= this.#max;
  }

  /** Counts what a hold reserves; `sign` -1n: no longer. */
  reserve(usage: LimitedUsage, sign: 1n | -1n): void {
    this.#reserved += sign * this.#amountOf(usage);
  }

  /** Counts usage, or with `sign` -1n no longer. What is not known yet is summed up later. */
  add(usage: LimitedUsage, window: Window, sign: 1n | -1n): void {
    const amount = sign * this.#amountOf(usage);
    const isKnown =
      this.#rollsAfter === null
        ? this.#windows.has(window.from)
        : window.from >= this.#completeFrom;
    if (amount === 0n || !isKnown) return;
    const { used, isReached } = this.#at(window);
    this.#change({ ...window, used: used + amount, isReached });
    const isAll = this.#usedIn(window) >= this.#max;
    if (isAll && sign === 1n) this.reach(window);
    if (!isAll && sign === -1n) this.#change({ ...this.#at(window), isReached: false });
  }

  /** Notes that all of a window is used, or that usage in it was refused. A stop does not note it: nothing is reported of it. */
  reach(window: Window): void {
    if (this.#stoppedAt !== null) return;
    if (!this.#isReachedIn(window)) this.#change({ ...this.#at(window), isReached: true });
  }

  stateIn(window: Window): LimitState {
    const [used, reserved] = [this.#usedIn(window), this.#reservedIn(window)];
    const left = this.#max - used - reserved;
    const { group } = this;
    return { group, used, reserved, remaining: larger(left, 0n), ...this.#times(window) };
  }

  /** The levels that were crossed since the counter was stored. */
  crossings(): Crossing[] {
    if (this.#before.size === 0) return [];
    const before: Windows = new Map([...this.#windows, ...this.#before]);
    const changed = [...this.#before.values()];
    const asked = this.#rollsAfter === null ? changed : changed.slice(-1);
    return asked.flatMap((window) => {
      const isAt = (level: string, windows: Windows) =>
        level === "100"
          ? this.#isReachedIn(window, windows)
          : this.#usedIn(window, windows) * 100n >= this.#max * BigInt(level);
      return this.group.limit.levels
        .filter((level) => !isAt(level, before) && isAt(level, this.#windows))
        .map((level) => ({ level, state: this.stateIn(window) }));
    });
  }

  /** What is used in each window that was changed since the counter was stored, before and after. */
  changes(): { readonly from: Date | null; readonly before: bigint; readonly after: bigint }[] {
    return [...this.#before.values()].map((window) => ({
      from: dateOf(window.from),
      before: window.used,
      after: this.#usedIn(window),
    }));
  }

  get isChanged(): boolean {
    return this.#isFilled || this.#before.size > 0;
  }

  /** What is stored: the windows that will be asked for. */
  toStore(): CounterToStore {
    const { group } = this;
    const all = [...this.#windows.values()];
    if (this.#rollsAfter === null) {
      const nearest = all.toSorted((first, other) => this.#distance(first) - this.#distance(other));
      const windows = nearest.slice(0, maxWindows.calendar);
      return { group, completeFrom: Number.POSITIVE_INFINITY, windows };
    }
    const windows = all.filter((step) => !this.#isOver(step));
    // Only usage of the future can have so many steps.
    if (windows.length > maxWindows.rolling) {
      return { group, completeFrom: Number.POSITIVE_INFINITY, windows: [] };
    }
    const over = all.filter((step) => this.#isOver(step)).map(({ to }) => to);
    return { group, completeFrom: Math.max(this.#completeFrom, ...over), windows };
  }

  /** Whether usage occurred before a stop. What occurs now does not, though the stop may be of a process whose clock is ahead. */
  #isBeforeStop({ occurredAt }: LimitedUsage, stoppedAt: Date): boolean {
    return occurredAt < stoppedAt && occurredAt.getTime() !== this.#now;
  }

  /** Whether a hold was for this event, and for what this limit counts. */
  #isHeld({ subscriptionId, eventKey }: LimitedUsage, held?: LimitedUsage): boolean {
    const { subject } = this.group;
    return (
      held?.subscriptionId === subscriptionId &&
      held.eventKey === eventKey &&
      (subject === "" || held.subject === subject)
    );
  }

  /** How far a window is from now. */
  #distance({ from, to }: Window): number {
    return Math.max(from - this.#now, this.#now - to, 0);
  }

  #amountOf({ quantity, charge }: LimitedUsage): bigint {
    return { quantity, charge, count: one }[this.group.limit.measure];
  }

  /** Whether a step is before the rolling window. */
  #isOver({ to }: Window): boolean {
    return this.#rollsAfter !== null && to <= this.#rollsAfter;
  }

  #at(window: Window): UsedWindow {
    return this.#windows.get(window.from) ?? { ...window, used: 0n, isReached: false };
  }

  #change(window: UsedWindow): void {
    if (!this.#before.has(window.from)) this.#before.set(window.from, this.#at(window));
    this.#windows.set(window.from, window);
  }

  /** The windows that count together with one: the steps of a rolling window, or itself. */
  #with(window: Window, windows: Windows): readonly UsedWindow[] {
    if (this.#rollsAfter !== null) {
      return [...windows.values()].filter((step) => !this.#isOver(step));
    }
    const found = windows.get(window.from);
    return found === undefined ? [] : [found];
  }

  #usedIn(window: Window, windows: Windows = this.#windows): bigint {
    return this.#with(window, windows).reduce((sum, { used }) => sum + used, 0n);
  }

  /** Holds reserve in the windows that have not ended: they are committed later. A rolling window never ends. */
  #reservedIn({ to }: Window): bigint {
    return this.#rollsAfter !== null || to > this.#now ? this.#reserved : 0n;
  }

  #isReachedIn(window: Window, windows: Windows = this.#windows): boolean {
    return this.#with(window, windows).some(({ isReached }) => isReached);
  }

  #times(window: Window): Pick<LimitState, "windowStart" | "resetsAt"> {
    const rollsAfter = this.#rollsAfter;
    if (rollsAfter === null) {
      return { windowStart: dateOf(window.from), resetsAt: dateOf(window.to) };
    }
    const ends = this.#with(window, this.#windows).flatMap(({ used, to }) => (used > 0n ? to : []));
    const first = ends.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...ends);
    return { windowStart: new Date(rollsAfter), resetsAt: dateOf(first + this.#now - rollsAfter) };
  }
}

/** The date of a time in the years 1 to 9999; null for any other time. */
const dateOf = (time: number) => (time < firstTime || time > lastTime ? null : new Date(time));

/** A limit for answers, before the schema `UsageLimit`. */
export const shownLimit = (limit: UsageLimit) => ({
  ...limit,
  levels: limit.levels.map(partOf),
});

/** A level as a part of `max`. */
export const partOf = (hundredths: string) => Number(hundredths) / 100;

/** A limit's state for answers, before the schema `LimitUsage`. */
export const shownState = ({ group, used, reserved, remaining, ...times }: LimitState) => ({
  limit: shownLimit(group.limit),
  subscriptionId: group.subscriptionId || null,
  subject: group.subject || null,
  used: fromTokenUnits(used),
  reserved: fromTokenUnits(reserved),
  remaining: fromTokenUnits(remaining),
  ...times,
});

/** The same for a refusal. */
export const shownReached = ({ group, used, remaining, resetsAt }: LimitState): ReachedLimit => ({
  name: group.limit.name,
  max: group.limit.max.toFixed(6),
  used: textOfUnits(used),
  remaining: textOfUnits(remaining),
  resetsAt: resetsAt?.toISOString() ?? null,
});
