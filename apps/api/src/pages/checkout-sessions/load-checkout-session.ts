import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { upToDate } from "../../operation/ports/due.ts";
import type { Links, Parts, Storage } from "../../operation/ports/parts.ts";
import { recordEvent } from "../../outbox/record-events.ts";
import {
  CheckoutSessionId,
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  OneCheckoutSession,
} from "../../schemas/checkout-sessions.ts";
import type { EventType } from "../../schemas/events.ts";
import {
  type CheckoutSessionRow,
  findCheckoutSession,
  hasCheckoutSession,
  holdPendingSession,
} from "./store.ts";

export type CheckoutSessionView = CheckoutSessionRow & { readonly url: string };

/** Adds the URL of the checkout page to a session. */
export function withUrl({ checkoutUrl }: Links, session: CheckoutSessionRow): CheckoutSessionView {
  return { ...session, url: `${checkoutUrl}/${session.id}` };
}

/** Reads a session as of now: due expiries and renewals are applied first. @throws Refusal checkoutSessionNotFound */
export async function loadCheckoutSession(parts: Parts, id: string): Promise<CheckoutSessionView> {
  const read = async () => {
    const session = await findCheckoutSession(parts.db, id, parts.tenant);
    if (session === null) throw new Refusal(checkoutSessionNotFound);
    return session;
  };
  const session = await upToDate(parts, read, (session) => ({
    checkoutSessions: [session],
    subscriptions: session.subscriptions,
  }));
  return withUrl(parts, session);
}

/**
 * Checks that a session of any seller exists, before a request's body is read. An invalid id passes: the input's schema
 * refuses it.
 *
 * @throws Refusal checkoutSessionNotFound
 */
export async function requireCheckoutSession(
  { db }: Storage,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = CheckoutSessionId.safeParse(parameters);
  if (data === undefined || (await hasCheckoutSession(db, data.checkoutSessionId))) return;
  throw new Refusal(checkoutSessionNotFound);
}

/** Locks a session until the transaction ends: nobody else can start a payment or end the session meanwhile. */
export async function holdForPayment({ tx, now }: InTransaction, id: string): Promise<void> {
  if (!(await holdPendingSession(tx, id, now))) throw new Refusal(checkoutSessionNotPending);
}

/** Writes an event with the session, as its GET returns it, to the outbox in the transaction that changed it. */
export async function announceCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Links,
  type: EventType & `checkout_session.${string}`,
  id: string,
): Promise<void> {
  const session = await findCheckoutSession(tx, id, everyone);
  if (session === null) throw new Refusal(checkoutSessionNotFound);
  const data = OneCheckoutSession.parse({ checkoutSession: withUrl({ checkoutUrl }, session) });
  await recordEvent({ tx, now }, type, data);
}
