import type { InTransaction } from "../../db/client.ts";
import type { DueRecord } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { findDueCheckoutSessions, moveCheckoutSession } from "./store.ts";

/** `PENDING` → `EXPIRED`, once `expiresAt` has passed. A session that was paid or cancelled meanwhile stays as it is. */
export async function expireCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  id: string,
): Promise<void> {
  if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
    await announceCheckoutSession({ tx, now, checkoutUrl }, "checkout_session.expired", id);
  }
}

/** Reads a page of a tenant's pending sessions whose `expiresAt` has passed, oldest first. */
export function findSessionsToExpire(
  { db, tenant, now }: Pick<Parts, "db" | "tenant"> & { readonly now: Date },
  after: DueRecord | null,
): Promise<DueRecord[]> {
  return findDueCheckoutSessions(db, { tenant, now, after });
}
