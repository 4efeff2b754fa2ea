import type { CheckoutSessionState } from "../../contract/states.ts";
import { inTransaction } from "../../db/client.ts";
import { sweep } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { findDueCheckoutSessions, moveCheckoutSession } from "./store.ts";

const pageSize = 500;

interface Expiring {
  readonly id: string;
  readonly status: CheckoutSessionState;
  readonly expiresAt: Date | null;
}

/** Makes a session `EXPIRED` if its `expiresAt` has passed. @returns whether it did */
export async function expireCheckoutSession(
  parts: Pick<Parts, "db" | "clock" | "checkoutUrl">,
  session: Expiring,
): Promise<boolean> {
  const now = parts.clock.now();
  if (session.status !== "PENDING" || session.expiresAt === null || session.expiresAt > now) {
    return false;
  }
  await expire(parts, session.id, now);
  return true;
}

/** Expires every session of the tenant whose `expiresAt` has passed, a page at a time. */
export function expireDueCheckoutSessions(
  parts: Pick<Parts, "db" | "clock" | "tenant" | "checkoutUrl" | "log">,
): Promise<void> {
  const now = parts.clock.now();
  return sweep(
    () => findDueCheckoutSessions(parts.db, parts.tenant, now, pageSize),
    (id) => expire(parts, id, now),
    (error, id) => parts.log.error({ err: error, id }, "checkout session not expired"),
  );
}

function expire(
  { db, checkoutUrl }: Pick<Parts, "db" | "checkoutUrl">,
  id: string,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
      await announceCheckoutSession({ checkoutUrl, tx, now }, "checkout_session.expired", id);
    }
  });
}
