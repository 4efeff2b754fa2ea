import type { StateOf, StateTable, TriggerOf } from "../lib/state-table.ts";

/** The statuses of a settlement that callers see. */
export const settlementStatuses = ["PENDING", "SUBMITTED", "CONFIRMED", "FAILED"] as const;

type ShownStatus = (typeof settlementStatuses)[number];

/** All that the service knows of a state. Code that treats states differently asks one of these questions. */
interface SettlementStateFacts {
  /** The triggers that the state accepts, and the state that each leads to. */
  readonly on: Readonly<Record<string, string>>;
  /** The status that callers of the API see. */
  readonly shownAs: ShownStatus;
  /** The status on the checkout page: a payment that only timed out must not be made again there. */
  readonly shownAtCheckout: ShownStatus;
  /** Seconds until the reconciler looks again, unless there is nothing left to look for. */
  readonly lookAfterSeconds: number;
  /** Live: no other settlement of its invoice or reference is made, and the invoice cannot be voided. */
  readonly holdsInvoice: boolean;
  /** What the chain has said so far; null: nothing yet. Callers wait until there is a verdict. */
  readonly verdict: "recorded" | "refused" | null;
  /** Whether the chain may still record it, whatever the verdict so far. Reads ask the chain again. */
  readonly mayBeRecorded: boolean;
}

/**
 * The states of a settlement (specification, section 3). Callers see three of them as `FAILED`. FAILED: for
 * good. TIMED_OUT: the chain has not decided. REVERTED: it has decided, but a reorganisation may undo that.
 */
const settlementTable = {
  PENDING: {
    on: { submit: "SUBMITTED", refuse: "FAILED" }, // refused before anything was sent
    shownAs: "PENDING",
    shownAtCheckout: "PENDING",
    lookAfterSeconds: 5, // its caller is working on it
    holdsInvoice: true,
    verdict: null,
    mayBeRecorded: false, // nothing was sent
  },
  SUBMITTED: {
    on: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED", timeOut: "TIMED_OUT" },
    shownAs: "SUBMITTED",
    shownAtCheckout: "SUBMITTED",
    lookAfterSeconds: 5,
    holdsInvoice: true,
    verdict: null,
    mayBeRecorded: true,
  },
  TIMED_OUT: {
    on: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED" },
    shownAs: "FAILED",
    shownAtCheckout: "SUBMITTED",
    lookAfterSeconds: 5,
    holdsInvoice: true,
    verdict: null,
    mayBeRecorded: true,
  },
  REVERTED: {
    on: { confirm: "CONFIRMED", fail: "FAILED" },
    shownAs: "FAILED",
    shownAtCheckout: "FAILED",
    lookAfterSeconds: 5,
    holdsInvoice: true,
    verdict: "refused",
    mayBeRecorded: true, // until its block is final
  },
  CONFIRMED: {
    on: { reorg: "SUBMITTED" }, // its block is no longer part of the chain
    shownAs: "CONFIRMED",
    shownAtCheckout: "CONFIRMED",
    lookAfterSeconds: 10, // until its block is final
    holdsInvoice: true,
    verdict: "recorded",
    mayBeRecorded: false,
  },
  FAILED: {
    on: {},
    shownAs: "FAILED",
    shownAtCheckout: "FAILED",
    lookAfterSeconds: 5, // until its nonce is used
    holdsInvoice: false,
    verdict: "refused",
    mayBeRecorded: false,
  },
} as const satisfies Record<string, SettlementStateFacts>;

type Table = typeof settlementTable;

const rows = Object.entries<SettlementStateFacts>(settlementTable) as [
  keyof Table,
  SettlementStateFacts,
][];

/** The transitions of the table alone: what a store moves settlements by. */
export const settlementStates = Object.fromEntries(rows.map(([state, { on }]) => [state, on])) as {
  readonly [State in keyof Table]: Table[State]["on"];
} satisfies StateTable;

export type SettlementState = StateOf<typeof settlementStates>;
export type SettlementTrigger = TriggerOf<typeof settlementStates>;

/** What the table says of one state. */
export function factsOf(state: SettlementState): SettlementStateFacts {
  return settlementTable[state];
}

export function shownStatus(stored: SettlementState): ShownStatus {
  return factsOf(stored).shownAs;
}

/** When the reconciler looks next at a settlement that it, or somebody else, has just looked at. */
export function lookAt(state: SettlementState, now: Date): Date {
  return new Date(now.getTime() + factsOf(state).lookAfterSeconds * 1_000);
}

/* Lists of states for queries. */

function statesThat(are: (facts: SettlementStateFacts) => boolean): SettlementState[] {
  return rows.filter(([, facts]) => are(facts)).map(([state]) => state);
}

/** Not failed for good. */
export const liveStates = statesThat(({ holdsInvoice }) => holdsInvoice);

/** Without a word of the chain so far: callers still wait. */
export const awaitedStates = statesThat(({ verdict }) => verdict === null);

/** The chain has refused it, for good or for now. */
export const refusedStates = statesThat(({ verdict }) => verdict === "refused");

/** Not recorded, but may be: the payer's money may still be taken. */
export const payingStates = statesThat(
  ({ holdsInvoice, verdict }) => holdsInvoice && verdict !== "recorded",
);

/** The stored states behind each status that callers may filter by. */
export const statesShownAs: Readonly<Record<ShownStatus, readonly SettlementState[]>> = {
  PENDING: statesThat(({ shownAs }) => shownAs === "PENDING"),
  SUBMITTED: statesThat(({ shownAs }) => shownAs === "SUBMITTED"),
  CONFIRMED: statesThat(({ shownAs }) => shownAs === "CONFIRMED"),
  FAILED: statesThat(({ shownAs }) => shownAs === "FAILED"),
};
