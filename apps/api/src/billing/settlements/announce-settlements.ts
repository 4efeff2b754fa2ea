import type { EventType } from "../../contract/events.ts";
import { Settlement } from "../../contract/settlements.ts";
import type { Queryable } from "../../db/client.ts";
import { everyone } from "../../lib/tenant.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { findSettlementsById } from "./store.ts";

/**
 * Puts settlements, as their GETs show them, into the outbox of the transaction that changed them. An
 * attempt at checkout is not told of before it is confirmed: until then it names no payer.
 */
export async function announceSettlements(
  tx: Queryable,
  type: EventType & `settlement.${string}`,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const settlements = await findSettlementsById(tx, ids, everyone);
  const shown = settlements.map((settlement) => ({ settlement: Settlement.parse(settlement) }));
  await recordEvents({ tx, now }, type, shown);
}
