import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionRow } from "./store.ts";

export type CheckoutSessionView = CheckoutSessionRow & { readonly url: string };

/** A session with the address where its subscriber is sent. */
export function withUrl(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionRow,
): CheckoutSessionView {
  return { ...session, url: `${checkoutUrl}/${session.id}` };
}
