import { loadOwnInvoices } from "../../../invoices/load-own-invoices.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  PortalInvoicePage,
  PortalInvoiceQuery,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

export const listOwnInvoices = visit("GET /portal/{portalToken}/invoices", {
  name: "portal.invoices",
  summary: "List the subscriber's invoices, newest first",
  description:
    "Each with the address of its page, where it can be paid and read. Drafts are left out. Due expiries are applied first.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalInvoiceQuery,
  output: PortalInvoicePage,
  run: async (work, { portalToken, ...query }) => {
    const at = await loadPortal(work, portalToken, "portal.invoices");
    const { rows, next } = await loadOwnInvoices(at, { ...query, userId: at.userId });
    return { invoices: rows, nextCursor: next };
  },
});
