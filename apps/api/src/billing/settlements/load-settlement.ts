import { settlementNotFound } from "../../contract/settlements.ts";
import type { Queryable } from "../../db/client.ts";
import { inOrder } from "../../lib/in-order.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import {
  findSettlement,
  findSettlementsById,
  findTrackedSettlements,
  type SettlementRow,
  type TrackedSettlement,
} from "./store.ts";

/** The settlement as it is stored, whatever the chain says meanwhile. */
export async function loadSettlement(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<SettlementRow> {
  return found(await findSettlement(db, id, tenant));
}

/** The same for a settlement that is being driven: read together with others, and not asked whose. */
export async function reloadSettlement(
  { batch }: Pick<Parts, "batch">,
  id: string,
): Promise<SettlementRow> {
  return found(await batch.read(readSettlements, id));
}

/** The same as it is driven: with its transactions, and without what callers are shown of others. */
export async function loadTrackedSettlement(
  { batch }: Pick<Parts, "batch">,
  id: string,
): Promise<TrackedSettlement> {
  return found(await batch.read(readTrackedSettlements, id));
}

const readSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findSettlementsById(db, ids, everyone));

const readTrackedSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findTrackedSettlements(db, ids));

function found<Row>(row: Row | null): Row {
  if (row === null) throw new Refusal(settlementNotFound);
  return row;
}
