import type { CheckoutSessionState } from "../../contract/states.ts";
import { inTransaction } from "../../db/client.ts";
import { sweep } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { findDueCheckoutSessions, moveCheckoutSession } from "./store.ts";

interface Expiring {
  readonly id: string;
  readonly status: CheckoutSessionState;
  readonly expiresAt: Date | null;
}

/** Moves a session whose time is up to `EXPIRED`. @returns whether its state has changed */
export async function expireCheckoutSession(parts: Parts, session: Expiring): Promise<boolean> {
  const now = parts.clock.now();
  if (session.status !== "PENDING" || session.expiresAt === null || session.expiresAt > now) {
    return false;
  }
  await expire(parts, session.id, now);
  return true;
}

/** Every session of the tenant whose time is up, a bounded number at a time. */
export function expireDueCheckoutSessions(parts: Parts): Promise<void> {
  const now = parts.clock.now();
  return sweep(
    (after) => findDueCheckoutSessions(parts.db, { tenant: parts.tenant, now, after }),
    (id) => expire(parts, id, now),
    (error, id) => parts.log.error({ err: error, id }, "checkout session not expired"),
  );
}

function expire(parts: Parts, id: string, now: Date): Promise<void> {
  return inTransaction(parts.db, async (tx) => {
    if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
      await announceCheckoutSession(parts, tx, "checkout_session.expired", id, now);
    }
  });
}
