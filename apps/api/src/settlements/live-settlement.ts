import type { Queryable } from "../db/client.ts";
import { findLiveSettlement } from "./store.ts";

/** Whether an invoice has a settlement that is not failed for good. */
export async function hasLiveSettlement(db: Queryable, invoiceId: string): Promise<boolean> {
  return (await findLiveSettlement(db, invoiceId)) !== null;
}
