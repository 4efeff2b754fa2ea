import type { StateOf, StateTable, TriggerOf } from "../kit/state-table.ts";

/** The statuses of a settlement that callers see. */
export const settlementStatuses = ["PENDING", "SUBMITTED", "CONFIRMED", "FAILED"] as const;

type ShownStatus = (typeof settlementStatuses)[number];

/** The properties of a state. Code that depends on the state reads these instead of comparing names. */
interface SettlementStateFacts {
  /** The triggers that the state accepts, and the next state for each. */
  readonly on: Readonly<Record<string, string>>;
  /** The status that the API shows. */
  readonly shownAs: ShownStatus;
  /** The status that the checkout page shows. A timed-out payment is not `FAILED` there, so nobody pays it again. */
  readonly shownAtCheckout: ShownStatus;
  /** Seconds until the reconciler checks the settlement again, if anything is left to check. */
  readonly lookAfterSeconds: number;
  /** Whether it is live: it blocks other settlements of its invoice or reference, and voiding the invoice. */
  readonly holdsInvoice: boolean;
  /** The chain's decision so far, or null if it has not decided. Callers wait for a decision. */
  readonly verdict: "recorded" | "refused" | null;
  /** Whether the chain may still record the settlement, despite any verdict. If so, reads ask the chain again. */
  readonly mayBeRecorded: boolean;
}

/**
 * The states of a settlement (docs/specification.md, section 3). The API shows three of them as `FAILED`. `FAILED` is
 * permanent. `TIMED_OUT`: the chain has not decided. `REVERTED`: the chain has refused the settlement, but a
 * reorganization may undo that.
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

/** Only the transitions of the table, for the store that changes states. */
export const settlementStates = Object.fromEntries(rows.map(([state, { on }]) => [state, on])) as {
  readonly [State in keyof Table]: Table[State]["on"];
} satisfies StateTable;

export type SettlementState = StateOf<typeof settlementStates>;
export type SettlementTrigger = TriggerOf<typeof settlementStates>;

export function factsOf(state: SettlementState): SettlementStateFacts {
  return settlementTable[state];
}

export function shownStatus(stored: SettlementState): ShownStatus {
  return factsOf(stored).shownAs;
}

/** When the reconciler next checks a settlement that was checked at `now`. */
export function nextCheckFrom(state: SettlementState, now: Date): Date {
  return new Date(now.getTime() + factsOf(state).lookAfterSeconds * 1_000);
}

/* Lists of states for queries. */

function statesThat(are: (facts: SettlementStateFacts) => boolean): SettlementState[] {
  return rows.filter(([, facts]) => are(facts)).map(([state]) => state);
}

/** All states except `FAILED`. */
export const liveStates = statesThat(({ holdsInvoice }) => holdsInvoice);

/** The chain has not decided. */
export const awaitedStates = statesThat(({ verdict }) => verdict === null);

/** The chain has refused the settlement, permanently or for now. */
export const refusedStates = statesThat(({ verdict }) => verdict === "refused");

/** Not recorded, but the payer's money may still be taken. */
export const payingStates = statesThat(
  ({ holdsInvoice, verdict }) => holdsInvoice && verdict !== "recorded",
);

/** The stored states that each shown status stands for, for filters. */
export const statesShownAs: Readonly<Record<ShownStatus, readonly SettlementState[]>> = {
  PENDING: statesThat(({ shownAs }) => shownAs === "PENDING"),
  SUBMITTED: statesThat(({ shownAs }) => shownAs === "SUBMITTED"),
  CONFIRMED: statesThat(({ shownAs }) => shownAs === "CONFIRMED"),
  FAILED: statesThat(({ shownAs }) => shownAs === "FAILED"),
};
