import type { Queryable } from "../db/client.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { recordEvent, type WebhookEventType } from "../webhooks/outbox.ts";
import { settlementNotFound } from "./errors.ts";
import { Settlement } from "./schema.ts";
import { findSettlement } from "./store.ts";

/** Puts a settlement, as its GET shows it, into the outbox of the transaction that changed it. */
export async function announceSettlement(
  tx: Queryable,
  type: WebhookEventType & `settlement.${string}`,
  id: string,
  now: Date,
): Promise<void> {
  const settlement = await findSettlement(tx, id, everyone);
  if (settlement === null) throw new Refusal(settlementNotFound);
  await recordEvent(tx, type, { settlement: Settlement.parse(settlement) }, now);
}
