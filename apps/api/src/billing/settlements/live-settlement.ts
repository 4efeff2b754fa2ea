import type { Queryable } from "../../db/client.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { findLiveSettlement, findLiveSettlements } from "./store.ts";

/** Whether an invoice has a settlement that is not failed for good. */
export async function hasLiveSettlement(db: Queryable, invoiceId: string): Promise<boolean> {
  return (await findLiveSettlement(db, invoiceId)) !== null;
}

/** All of them: beside one, attempts at checkout that have reverted and are watched. */
export function findLive(db: Queryable, invoiceId: string): Promise<Settlement[]> {
  return findLiveSettlements(db, invoiceId);
}
