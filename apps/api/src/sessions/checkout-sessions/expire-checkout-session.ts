import type { InTransaction } from "../../db/client.ts";
import type { DueRecord } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { findDueCheckoutSessions, moveCheckoutSession } from "./store.ts";

/** `PENDING` → `EXPIRED`, for a session whose time is up. One that was paid or cancelled meanwhile is left alone. */
export async function expireCheckoutSession(
  parts: InTransaction & Pick<Parts, "checkoutUrl">,
  id: string,
): Promise<void> {
  const { tx, now } = parts;
  if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
    await announceCheckoutSession(parts, "checkout_session.expired", id);
  }
}

/** A page of a tenant's pending sessions whose time is up, oldest first. */
export function findSessionsToExpire(
  { db, tenant, now }: Pick<Parts, "db" | "tenant"> & { readonly now: Date },
  after: DueRecord | null,
): Promise<DueRecord[]> {
  return findDueCheckoutSessions(db, { tenant, now, after });
}
