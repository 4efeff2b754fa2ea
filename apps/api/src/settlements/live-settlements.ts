import type { Queryable } from "../db/client.ts";
import type { Settlement } from "../db/generated/client.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { findLiveSettlement } from "./store.ts";

/** Returns whether an invoice has a live settlement: one that has not permanently failed. */
export async function hasLiveSettlement(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<boolean> {
  return (await findLiveSettlement(db, invoiceId)) !== null;
}

/** Finds the settlement that blocks other payments of an invoice. A reverted checkout attempt does not block. */
export async function findUnderWay(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<Settlement | null> {
  const live = await findLiveSettlement(db, invoiceId);
  if (live === null) return null;
  const isRevertedAttempt = live.payerKey !== null && factsOf(live.status).verdict === "refused";
  return isRevertedAttempt ? null : live;
}

/** Returns whether a checkout attempt can still be abandoned because nothing was sent. */
export const isUnsent = ({ status, payerKey }: Pick<Settlement, "status" | "payerKey">) =>
  status === "PENDING" && payerKey !== null;
