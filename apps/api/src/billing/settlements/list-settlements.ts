import type { z } from "zod";
import type { SettlementQuery } from "../../contract/settlements.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import { findSettlements, type SettlementRow } from "./store.ts";

/** A page of settlements as they are stored. Only the GET of one and the reconciler ask the chain. */
export function listSettlements(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  query: z.output<typeof SettlementQuery>,
): Promise<Page<SettlementRow>> {
  return upToDate(
    parts,
    () => findSettlements(parts.db, parts.tenant, query),
    ({ rows }) => ({ invoices: rows.map(({ invoice }) => invoice) }),
  );
}
