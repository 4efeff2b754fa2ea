import type { Queryable } from "../db/client.ts";
import { inOrder } from "../kit/in-order.ts";
import { Refusal } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { settlementNotFound } from "../schemas/settlements.ts";
import { findSettlement, findSettlementsById, type SettlementRow } from "./store.ts";

export type { SettlementRow };

/* Settlements as callers see them, with their nested records. */

/** Loads a settlement as stored, without querying the chain. */
export async function loadSettlement(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<SettlementRow> {
  return found(await findSettlement(db, id, tenant));
}

/** Loads a settlement that the caller has just processed, of any seller. The read is batched with others. */
export async function reloadSettlement(
  { batch }: Pick<Parts, "batch">,
  id: string,
): Promise<SettlementRow> {
  return found(await batch.read(readSettlements, id));
}

const readSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findSettlementsById(db, ids, everyone));

function found(settlement: SettlementRow | null): SettlementRow {
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}
