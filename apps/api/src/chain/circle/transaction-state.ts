/**
 * The final states of a transaction: https://developers.circle.com/api-reference/wallets/transaction-states-and-errors
 */
const endStates = ["COMPLETE", "FAILED", "DENIED", "CANCELLED"] as const;

export type TransactionEnd = (typeof endStates)[number];

/**
 * Returns whether a transaction's state is final. INITIATED, CLEARED, QUEUED, SENT, STUCK and CONFIRMED are not.
 * Unknown states are not final either: treating one as final could pay twice.
 *
 * COMPLETE is only the provider's statement. The proof is the event on the chain.
 */
export function hasEnded(state: string): state is TransactionEnd {
  return endStates.some((end) => end === state);
}
