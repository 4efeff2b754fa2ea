import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { settlementNotFound } from "./errors.ts";
import { findSettlement, type SettlementRow } from "./store.ts";

/** The settlement as it is stored, whatever the chain says meanwhile. */
export async function loadSettlement(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<SettlementRow> {
  const settlement = await findSettlement(db, id, tenant);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}
