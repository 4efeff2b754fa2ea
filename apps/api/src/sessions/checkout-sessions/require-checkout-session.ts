import { CheckoutSessionId, checkoutSessionNotFound } from "../../contract/checkout-sessions.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { hasCheckoutSession } from "./store.ts";

/**
 * Looks whether there is such a session, of any seller. An id that is none is not looked for: the schema complains.
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
