import type { Kind } from "../api/payable.ts";

/** The page that an address opens. */
export interface Address {
  readonly kind: Kind | "portal" | "refund";
  readonly id: string;
}

const kinds: Readonly<Record<string, Address["kind"]>> = {
  "": "checkout",
  invoices: "invoice",
  portal: "portal",
  refunds: "refund",
};

/**
 * @returns of `/checkout/<id>`, `/checkout/invoices/<token>`, `/checkout/portal/<token>` and `/checkout/refunds/<token>`,
 *   or null for another path
 */
export function addressIn(pathname: string, base: string): Address | null {
  if (!pathname.startsWith(base)) return null;
  const found = /^(?:(invoices|portal|refunds)\/)?([\w-]{1,100})\/?$/.exec(
    pathname.slice(base.length),
  );
  const [, place = "", id] = found ?? [];
  const kind = kinds[place];
  return id === undefined || kind === undefined ? null : { kind, id };
}
