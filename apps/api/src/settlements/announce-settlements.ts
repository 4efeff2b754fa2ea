import type { InTransaction } from "../db/client.ts";
import { everyone } from "../kit/tenant.ts";
import { recordEvents } from "../outbox/record-events.ts";
import type { EventType } from "../schemas/events.ts";
import { Settlement } from "../schemas/settlements.ts";
import { findSettlementsById } from "./store.ts";

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
