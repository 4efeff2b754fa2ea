import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { CheckoutSessionId, checkoutSessionNotFound } from "../../schemas/checkout-sessions.ts";
import { hasCheckoutSession } from "./store.ts";

/**
 * Checks that a session of any seller exists, before a request's body is read. An invalid id passes: the input's schema
 * refuses it.
 *
 * @throws Refusal checkoutSessionNotFound
 */
export async function requireCheckoutSession(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = CheckoutSessionId.safeParse(parameters);
  if (data === undefined || (await hasCheckoutSession(db, data.checkoutSessionId))) return;
  throw new Refusal(checkoutSessionNotFound);
}
