import type { Queryable } from "../db/client.ts";

/**
 * Returns whether an invoice has a live settlement: one that has not permanently failed. The chain has recorded it or
 * still may.
 */
export type HasLiveSettlement = (
  at: { readonly db: Queryable },
  invoiceId: string,
) => Promise<boolean>;
