import type { Queryable } from "../db/client.ts";
import type { EventType } from "../events/event-types.ts";
import { recordEvents } from "../events/record-events.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { settlementNotFound } from "./errors.ts";
import { Settlement } from "./schema.ts";
import { findSettlementsById } from "./store.ts";

/** Puts settlements, as their GETs show them, into the outbox of the transaction that changed them. */
export async function announceSettlements(
  tx: Queryable,
  type: EventType & `settlement.${string}`,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const settlements = await findSettlementsById(tx, ids, everyone);
  if (settlements.length < ids.length) throw new Refusal(settlementNotFound);
  const shown = settlements.map((settlement) => ({ settlement: Settlement.parse(settlement) }));
  await recordEvents(tx, type, shown, now);
}
