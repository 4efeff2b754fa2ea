import { heldUsage } from "../../balances/hold-store.ts";
import type { BalanceHold, UsageLimit } from "../../db/generated/client.ts";
import { fromTokenUnits, textOfUnits, toTokenUnits } from "../../kit/money.ts";
import type { ReachedLimit } from "../../kit/refusal.ts";
import type { CounterToStore, FoundLimit, UsageAt, UsedWindow, Window } from "./find-limits.ts";

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
  readonly limit: FoundLimit;
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

/** How many windows a counter keeps; a rolling one keeps its steps. */
const maxWindows = { calendar: 4, rolling: 64 } as const;

/** What is used of a limit by one group. */
export class Counter {
  readonly limit: FoundLimit;
  /** In millionths. */
  readonly #max: bigint;
  readonly #now: number;
  readonly #windows: Map<number, UsedWindow>;
  #reserved: bigint;
  /** The windows that were changed, as they were before. */
  readonly #before = new Map<number, UsedWindow>();
  #completeFrom: number;
  #neededFrom = Number.POSITIVE_INFINITY;
  #isFilled = false;

  /** @param now in milliseconds since 1970 */
  constructor(limit: FoundLimit, now: number) {
    this.limit = limit;
    this.#max = toTokenUnits(limit.max);
    this.#now = now;
    this.#windows = new Map(limit.counted?.windows.map((window) => [window.from, window]));
    this.#reserved = limit.reserved;
    this.#completeFrom = limit.counted?.completeFrom ?? Number.POSITIVE_INFINITY;
  }

  /** The time after which a rolling window has begun; null: the limit has another window. */
  get #rollsAfter(): number | null {
    const { seconds } = this.limit;
    return seconds === null ? null : this.#now - seconds * 1_000;
  }

  /** Notes that usage in a window is asked for. */
  need(window: Window): void {
    const { seconds } = this.limit;
    const rollsAfter = this.#rollsAfter;
    let { from } = window;
    if (seconds !== null && rollsAfter !== null) {
      const stepMs = Math.ceil(seconds / 60) * 1_000;
      from = Math.floor(rollsAfter / stepMs) * stepMs;
    }
    this.#neededFrom = Math.min(this.#neededFrom, from);
  }

  /** The time whose usage is needed and not known; null: all that is needed is known. */
  get missing(): Window | null {
    const [from, to] = [this.#neededFrom, this.#completeFrom];
    return from < to ? { from, to } : null;
  }

  /** Takes the usage of the time that was missing. */
  fill(windows: readonly UsedWindow[]): void {
    for (const window of windows) this.#windows.set(window.from, window);
    this.#completeFrom = this.#neededFrom;
    this.#isFilled = true;
  }

  /** Whether the limit admits usage. What is older than a rolling window is not limited. */
  admits(usage: LimitedUsage, window: Window): boolean {
    const amount = this.#amountOf(usage);
    if (this.limit.action === "NOTIFY" || amount === 0n || this.#isOver(window)) return true;
    return this.#usedIn(window) + this.#reservedIn(window) + amount <= this.#max;
  }

  /** Counts what a hold reserves; `sign` -1n: no longer. */
  reserve(usage: LimitedUsage, sign: 1n | -1n): void {
    this.#reserved += sign * this.#amountOf(usage);
  }

  add(usage: LimitedUsage, window: Window): void {
    const amount = this.#amountOf(usage);
    if (amount === 0n || window.from < this.#completeFrom) return;
    const { used, isReached } = this.#at(window);
    this.#change({ ...window, used: used + amount, isReached });
  }

  /** Notes that usage in a window was refused. */
  reach(window: Window): void {
    if (!this.#isReachedIn(window)) this.#change({ ...this.#at(window), isReached: true });
  }

  stateIn(window: Window): LimitState {
    const [used, reserved] = [this.#usedIn(window), this.#reservedIn(window)];
    const left = this.#max - used - reserved;
    const { limit } = this;
    return { limit, used, reserved, remaining: left > 0n ? left : 0n, ...this.#times(window) };
  }

  /** The levels that were crossed since the counter was stored. */
  crossings(): Crossing[] {
    const changed = [...this.#before.values()];
    const asked = this.#rollsAfter === null ? changed : changed.slice(-1);
    return asked.flatMap((window) => {
      const isAt = (level: string, windows: ReadonlyMap<number, UsedWindow>) => {
        const used = this.#usedIn(window, windows);
        if (level === "100" && this.#isReachedIn(window, windows)) return true;
        return used > 0n && used * 100n >= this.#max * BigInt(level);
      };
      const before = new Map([...this.#windows, ...this.#before]);
      return this.limit.levels
        .filter((level) => !isAt(level, before) && isAt(level, this.#windows))
        .map((level) => ({ level, state: this.stateIn(window) }));
    });
  }

  get isChanged(): boolean {
    return this.#isFilled || this.#before.size > 0;
  }

  /** What is stored: the windows that will be asked for. */
  toStore(): CounterToStore {
    const all = [...this.#windows.values()].toSorted((first, other) => first.from - other.from);
    const isRolling = this.#rollsAfter !== null;
    const wanted = all.filter((window) => !this.#isOver(window));
    const windows = wanted.slice(-maxWindows[isRolling ? "rolling" : "calendar"]);
    const dropped = all[all.length - windows.length - 1];
    const completeFrom = Math.max(this.#completeFrom, dropped?.to ?? Number.NEGATIVE_INFINITY);
    return { limit: this.limit, completeFrom, windows };
  }

  #amountOf({ quantity, charge }: LimitedUsage): bigint {
    return { quantity, charge, count: one }[this.limit.measure];
  }

  /** Whether a step is before the rolling window. */
  #isOver({ to }: Window): boolean {
    const rollsAfter = this.#rollsAfter;
    return rollsAfter !== null && to <= rollsAfter;
  }

  #at(window: Window): UsedWindow {
    return this.#windows.get(window.from) ?? { ...window, used: 0n, isReached: false };
  }

  #change(window: UsedWindow): void {
    if (!this.#before.has(window.from)) this.#before.set(window.from, this.#at(window));
    this.#windows.set(window.from, window);
  }

  /** The windows that count together with one: the steps of a rolling window, or itself. */
  #with(window: Window, windows: ReadonlyMap<number, UsedWindow>): readonly UsedWindow[] {
    if (this.#rollsAfter !== null)
      return [...windows.values()].filter((step) => !this.#isOver(step));
    const found = windows.get(window.from);
    return found === undefined ? [] : [found];
  }

  #usedIn(window: Window, windows: ReadonlyMap<number, UsedWindow> = this.#windows): bigint {
    return this.#with(window, windows).reduce((sum, { used }) => sum + used, 0n);
  }

  /** Holds reserve in the windows that have not ended: they are committed later. */
  #reservedIn({ to }: Window): bigint {
    return to > this.#now ? this.#reserved : 0n;
  }

  #isReachedIn(window: Window, windows: ReadonlyMap<number, UsedWindow> = this.#windows): boolean {
    return this.#with(window, windows).some(({ isReached }) => isReached);
  }

  #times(window: Window): Pick<LimitState, "windowStart" | "resetsAt"> {
    const rollsAfter = this.#rollsAfter;
    if (rollsAfter === null)
      return { windowStart: dateOf(window.from), resetsAt: dateOf(window.to) };
    const ends = this.#with(window, this.#windows).flatMap(({ used, to }) => (used > 0n ? to : []));
    const first = ends.length === 0 ? null : Math.min(...ends);
    const resetsAt = first === null ? null : new Date(first + this.#now - rollsAfter);
    return { windowStart: new Date(rollsAfter), resetsAt };
  }
}

const dateOf = (time: number) => (Number.isFinite(time) ? new Date(time) : null);

/** A limit for answers, before the schema `UsageLimit`. */
export const shownLimit = (limit: UsageLimit) => ({
  ...limit,
  levels: limit.levels.map(partOf),
});

/** A level as a part of `max`. */
export const partOf = (hundredths: string) => Number(hundredths) / 100;

/** A limit's state for answers, before the schema `LimitUsage`. */
export const shownState = ({
  limit: { counted: _, ...limit },
  used,
  reserved,
  remaining,
  ...times
}: LimitState) => ({
  limit: shownLimit(limit),
  subscriptionId: limit.ofSubscription || null,
  subject: limit.ofSubject || null,
  used: fromTokenUnits(used),
  reserved: fromTokenUnits(reserved),
  remaining: fromTokenUnits(remaining),
  ...times,
});

/** The same for a refusal. */
export const shownReached = ({ limit, used, remaining, resetsAt }: LimitState): ReachedLimit => ({
  name: limit.name,
  max: limit.max.toFixed(6),
  used: textOfUnits(used),
  remaining: textOfUnits(remaining),
  resetsAt: resetsAt?.toISOString() ?? null,
});
