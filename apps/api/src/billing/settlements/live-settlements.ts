import { factsOf } from "../../contract/settlement-states.ts";
import type { Queryable } from "../../db/client.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { findLiveSettlement, findLiveSettlements } from "./store.ts";

/** Whether an invoice has a settlement that has not failed for good. */
export async function hasLiveSettlement(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<boolean> {
  return (await findLiveSettlement(db, invoiceId)) !== null;
}

/** All settlements of an invoice that have not failed for good: several, when attempts at checkout have reverted. */
export function findLive(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<Settlement[]> {
  return findLiveSettlements(db, invoiceId);
}

/** The settlement that keeps an invoice from being paid otherwise. An attempt that has reverted does not. */
export async function findUnderWay(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<Settlement | null> {
  const live = await findLiveSettlement(db, invoiceId);
  if (live === null) return null;
  const isRevertedAttempt = live.payerKey !== null && factsOf(live.status).verdict === "refused";
  return isRevertedAttempt ? null : live;
}

/** Whether an attempt at checkout can still be given up: nothing was sent. */
export const isUnsent = ({ status, payerKey }: Pick<Settlement, "status" | "payerKey">) =>
  status === "PENDING" && payerKey !== null;
