import type { Queryable } from "../db/client.ts";

/** Tells whether an invoice has a settlement that has not failed for good: the chain may record it, or has. */
export type HasLiveSettlement = (
  at: { readonly db: Queryable },
  invoiceId: string,
) => Promise<boolean>;
