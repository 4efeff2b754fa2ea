import type { EventType } from "../../contract/events.ts";
import { Settlement, settlementNotFound } from "../../contract/settlements.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import { inOrder } from "../../lib/in-order.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import type { Parts } from "../../ports/parts.ts";
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

/**
 * Writes settlement events to the outbox, in the transaction that changed the settlements. Events have the same shape
 * as the settlements' GET. Unconfirmed checkout attempts are left out, because they have no payer yet.
 */
export async function announceSettlements(
  { tx, now }: InTransaction,
  type: EventType & `settlement.${string}`,
  ids: readonly string[],
): Promise<void> {
  const settlements = await findSettlementsById(tx, ids, everyone);
  const shown = settlements.map((settlement) => ({ settlement: Settlement.parse(settlement) }));
  await recordEvents({ tx, now }, type, shown);
}
