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

/* Settlements as callers see them, with what they nest. */

/** The settlement as it is stored: the chain is not asked. */
export async function loadSettlement(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<SettlementRow> {
  return found(await findSettlement(db, id, tenant));
}

/** The same for a settlement that its caller has just driven: read in a batch, whoever it belongs to. */
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
 * Writes events of settlements, as their GETs show them, into the outbox of the transaction that changed them.
 * Attempts at checkout that are not confirmed are left out: they name no payer.
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
