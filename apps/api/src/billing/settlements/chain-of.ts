import type { z } from "zod";
import type { Chain } from "../../contract/settlements.ts";
import type { SettlementRow } from "./store.ts";

/** The `chain` object of a confirmed settlement: confirmed means that all of it was seen. */
export function chainOf(settlement: SettlementRow): z.input<typeof Chain> {
  const { transactionHash, executor, providerTransactionId, providerTransactionState } = settlement;
  if (transactionHash === null || executor === null)
    throw new Error("A confirmed settlement has a transaction.");
  return {
    transactionHash,
    receiptStatus: "success",
    eventObserved: true,
    executor,
    providerTransactionId,
    providerTransactionState,
  };
}
