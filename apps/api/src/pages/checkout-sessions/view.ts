import type { Parts } from "../../operation/ports/parts.ts";
import type { CheckoutSessionRow } from "./store.ts";

export type CheckoutSessionView = CheckoutSessionRow & { readonly url: string };

/** Adds the URL of the checkout page to a session. */
export function withUrl(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionRow,
): CheckoutSessionView {
  return { ...session, url: `${checkoutUrl}/${session.id}` };
}
