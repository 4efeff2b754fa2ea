import type { Tenant } from "../../../kit/tenant.ts";
import { type Share, type Shares, Turns } from "../../../kit/turns.ts";

/*
 * What a call costs, and how many calls of each cost may run at once. The limits are per process and keep
 * a share of its database connections and CPU time free for other callers.
 */

/** How many calls of a cost run at once in a process. Others wait, each caller's in a queue of its own. */
export interface CostLimits {
  /** What such a call does, for the table in SECURITY.md. */
  readonly does: string;
  readonly perSeller: number;
  /** Calls without a key, by network. */
  readonly perAddress: number;
  /** The record that the call's path names. */
  readonly perRecord?: number;
  /** Of all callers without a key. */
  readonly ofStrangers?: number;
  readonly ofAll?: number;
  /** How many more of one caller may wait. */
  readonly waiting: number;
}

/** How long a call waits for its turn, in milliseconds. */
const waitMs = 10_000;

/** After how many seconds a refused caller should call again. */
export const retryAfterSeconds = 5;

/**
 * The process's pool has 22 connections (server/builders.ts). The calls that may hold one for long, to wait for a lock or to read
 * very much, never have all of them: `transaction`, `page` and `large` together have 20.
 */
export const costs = {
  small: {
    does: "reads or writes a few records",
    perSeller: 64,
    perAddress: 32,
    waiting: Number.POSITIVE_INFINITY,
  },
  /** Taken by each transaction that changes records, in calls of every cost. */
  transaction: {
    does: "changes records, and may wait for a lock",
    perSeller: 8,
    perAddress: 2,
    perRecord: 4,
    ofStrangers: 4,
    ofAll: 10,
    waiting: Number.POSITIVE_INFINITY,
  },
  batch: {
    does: "records up to 1,000 usage events",
    perSeller: 8,
    perAddress: 1,
    waiting: 64,
  },
  page: {
    does: "reads a page of a list",
    perSeller: 2,
    perAddress: 1,
    ofStrangers: 4,
    ofAll: 6,
    waiting: 64,
  },
  large: {
    does: "reads all matching records",
    perSeller: 2,
    perAddress: 1,
    perRecord: 1,
    ofStrangers: 2,
    ofAll: 4,
    waiting: 32,
  },
  /** Takes a turn of `page` for each page, too. */
  stream: {
    does: "reads a whole list as CSV",
    perSeller: 2,
    perAddress: 1,
    waiting: 0,
  },
  follow: {
    does: "streams events as they happen",
    perSeller: 32,
    perAddress: 1,
    ofAll: 1_000,
    waiting: 0,
  },
} as const satisfies Readonly<Record<string, CostLimits>>;

/** Costs whose calls run in turns. */
type LimitedCost = keyof typeof costs;

/**
 * What a call of an operation costs. Of a `write` only its transactions take turns. `none` is a health check with a cached
 * result, and `own` has limits of its own: the queue of usage events, or the settlement engine.
 */
export type Cost =
  | Exclude<LimitedCost, "follow" | "stream" | "transaction">
  | "none"
  | "own"
  | "write";

/** The caller of a call, and the record that it names. */
export interface Costly {
  readonly cost: Cost | LimitedCost;
  /** The seller of the caller's key, or without a key the caller's network. */
  readonly caller: { readonly seller: Tenant } | { readonly network: string };
  /** The record that the call's path names. */
  readonly record: string | null;
}

/** Waits until a call may run. @returns a function that ends its turn; null when too many of the caller's calls wait */
export type TakeTurn = (call: Costly) => Promise<(() => void) | null>;

const free = () => undefined;

/** Opens the turns of a process. */
export function openTurns(): TakeTurn {
  const limited = new Map(
    Object.entries<CostLimits>(costs).map(([cost, limits]) => {
      const turns = new Turns({ maxWaiting: limits.waiting, waitMs });
      return [cost, { limits, turns }];
    }),
  );
  return async (call) => {
    const found = limited.get(call.cost);
    return found === undefined ? free : found.turns.take(sharesOf(found.limits, call));
  };
}

function sharesOf(limits: CostLimits, { caller, record }: Costly): Shares {
  const { perSeller, perAddress, perRecord, ofStrangers, ofAll } = limits;
  const isStranger = "network" in caller;
  const share = (name: string, max: number | undefined): Share[] =>
    max === undefined ? [] : [{ name, max }];
  return [
    isStranger
      ? { name: `address ${caller.network}`, max: perAddress }
      : { name: `seller ${caller.seller ?? ""}`, max: perSeller },
    ...(record === null ? [] : share(`record ${record}`, perRecord)),
    ...(isStranger ? share("strangers", ofStrangers) : []),
    ...share("all", ofAll),
  ];
}
