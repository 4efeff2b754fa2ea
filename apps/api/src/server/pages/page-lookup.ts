import { requireInvoiceLink } from "../../invoices/load-invoice.ts";
import { Refusal } from "../../kit/refusal.ts";
import { within } from "../../kit/time-limit.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { requireCheckoutSession } from "../../pages/checkout-sessions/load-checkout-session.ts";
import { requirePortalLink } from "../../pages/portal/portal-sessions/load-portal.ts";
import { requireRefundLink } from "../../pages/refund-links/refund-links.ts";

export type PageKind = "checkout" | "invoice" | "portal" | "refund";

/** Returns whether the address of a page exists: then the page has the status 200 instead of 404. */
export type Exists = (kind: PageKind, token: string) => Promise<boolean>;

/** How many addresses are looked up at a time, and how long a visitor waits for it, in milliseconds. */
const maxAtOnce = 8;
const limitMs = 1_000;

/** As the page reads its address (apps/checkout/src/session/address.ts). */
const tokenForm = /^[\w-]{1,100}$/;

/**
 * Looks up addresses of pages in the database. When too many are looked up, or the database does not answer in time, an
 * address counts as known, and the page that loads shows the state.
 */
export function pageLookup({ db }: Storage): Exists {
  const lookups: Readonly<Record<PageKind, (token: string) => Promise<void>>> = {
    checkout: (checkoutSessionId) => requireCheckoutSession({ db }, { checkoutSessionId }),
    invoice: (linkToken) => requireInvoiceLink({ db }, { linkToken }),
    portal: (portalToken) => requirePortalLink({ db }, { portalToken }),
    refund: (linkToken) => requireRefundLink({ db }, { linkToken }),
  };
  let underWay = 0;
  const lookUp = async (kind: PageKind, token: string): Promise<boolean> => {
    underWay += 1;
    try {
      await lookups[kind](token);
      return true;
    } catch (error) {
      return !(error instanceof Refusal);
    } finally {
      underWay -= 1;
    }
  };
  return async (kind, token) => {
    if (!tokenForm.test(token)) return false;
    if (underWay >= maxAtOnce) return true;
    return (await within(limitMs, lookUp(kind, token))) !== false;
  };
}
