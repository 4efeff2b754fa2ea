import type { Kind } from "../api/payable.ts";

/** What an address leads to. */
export interface Address {
  readonly kind: Kind;
  readonly id: string;
}

/** @returns of `/checkout/<id>` and `/checkout/invoices/<token>`, or null for another path */
export function addressIn(pathname: string, base: string): Address | null {
  if (!pathname.startsWith(base)) return null;
  const [, invoices, id] =
    /^(invoices\/)?([\w-]{1,100})\/?$/.exec(pathname.slice(base.length)) ?? [];
  return id === undefined ? null : { kind: invoices === undefined ? "checkout" : "invoice", id };
}
