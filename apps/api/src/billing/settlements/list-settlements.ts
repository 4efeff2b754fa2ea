import type { z } from "zod";
import type { SettlementQuery } from "../../contract/settlements.ts";
import { asOfNow } from "../../lib/as-of-now.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { expireInvoice } from "../invoices/expire-invoice.ts";
import { findSettlements, type SettlementRow } from "./store.ts";

/** A page of settlements as they are stored. Only the GET of one and the reconciler ask the chain. */
export function listSettlements(
  parts: Pick<Parts, "db" | "tenant" | "clock">,
  query: z.output<typeof SettlementQuery>,
): Promise<Page<SettlementRow>> {
  return asOfNow(
    () => findSettlements(parts.db, parts.tenant, query),
    (settlement) => expireInvoice(parts, settlement.invoice),
  );
}
