import type { Kind } from "../api/payable.ts";

/** What an address leads to. */
export interface Address {
  readonly kind: Kind | "portal";
  readonly id: string;
}

const kinds: Readonly<Record<string, Address["kind"]>> = {
  "": "checkout",
  invoices: "invoice",
  portal: "portal",
};

/** @returns of `/checkout/<id>`, `/checkout/invoices/<token>` and `/checkout/portal/<token>`, or null for another path */
export function addressIn(pathname: string, base: string): Address | null {
  if (!pathname.startsWith(base)) return null;
  const found = /^(?:(invoices|portal)\/)?([\w-]{1,100})\/?$/.exec(pathname.slice(base.length));
  const [, place = "", id] = found ?? [];
  const kind = kinds[place];
  return id === undefined || kind === undefined ? null : { kind, id };
}
