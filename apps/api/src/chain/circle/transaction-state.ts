/** The states that a transaction does not leave: https://developers.circle.com/api-reference/wallets/transaction-states-and-errors */
const endStates = ["COMPLETE", "FAILED", "DENIED", "CANCELLED"] as const;

export type TransactionEnd = (typeof endStates)[number];

/**
 * Whether a transaction's state is its last. INITIATED, CLEARED, QUEUED, SENT, STUCK and CONFIRMED are
 * not, and neither is one that we do not know: taking it for an end could pay twice.
 *
 * COMPLETE is the provider's word, no proof: that is the event on the chain.
 */
export function hasEnded(state: string): state is TransactionEnd {
  return endStates.some((end) => end === state);
}
