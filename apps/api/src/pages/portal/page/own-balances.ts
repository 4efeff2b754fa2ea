import { listEntries } from "../../../balances/balances.ts";
import { loadOwnBalance, loadOwnBalances, lockOwnBalance } from "../../../balances/load-balance.ts";
import { findOpenTopUps } from "../../../balances/store.ts";
import { shownService } from "../../../catalog/services/services.ts";
import { loadInvoice } from "../../../invoices/load-invoice.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { balanceNotFound, serviceHasNoPlan } from "../../../schemas/balances.ts";
import {
  PortalBalanceQuery,
  PortalEntryQuery,
  PortalTopUp,
  portalLinkRefusals,
  tooManyOpenTopUps,
} from "../../../schemas/portal.ts";
import {
  OnePortalInvoice,
  PortalBalancePage,
  PortalEntryPage,
} from "../../../schemas/portal-records.ts";
import { showAutoTopUp } from "../../../settlements/auto-top-ups/auto-top-ups.ts";
import { findAutoTopUps } from "../../../settlements/auto-top-ups/store.ts";
import { lockBilledSubscription, openTopUp } from "../../../settlements/top-ups/top-ups.ts";
import { changeAtPortal, loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";

export const listOwnBalances = pageOperation("GET /portal/{portalToken}/balances", {
  name: "portal.balances",
  summary: "List the subscriber's prepaid balances, newest first",
  description:
    "Each with its service, the credit that is left and its automatic top-ups. Credit and holds that have expired no longer count.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalBalanceQuery,
  output: PortalBalancePage,
  run: async (work, { portalToken, ...query }) => {
    const at = await loadPortal(work, portalToken, "portal.balances");
    const { rows, next } = await loadOwnBalances(at, { ...query, userId: at.userId });
    const ids = rows.map(({ id }) => id);
    const autoTopUps = await findAutoTopUps(at.db, ids);
    const balances = await Promise.all(
      rows.map(async (balance) => {
        const { id, service } = balance;
        const autoTopUp = autoTopUps.find(({ balanceId }) => balanceId === id);
        return {
          ...balance,
          service: shownService(service),
          autoTopUp:
            autoTopUp === undefined ? null : await showAutoTopUp(at, autoTopUp, service.id),
        };
      }),
    );
    return { balances, nextCursor: next };
  },
});

export const listOwnBalanceEntries = pageOperation(
  "GET /portal/{portalToken}/balances/{balanceId}/entries",
  {
    name: "portal.balanceEntries",
    summary: "List the ledger of the subscriber's balance, newest first",
    description: "Every change of the balance, with what was available and held after it.",
    refusals: { ...portalLinkRefusals, balanceNotFound, tooManyRequests },
    input: PortalEntryQuery,
    output: PortalEntryPage,
    run: async (work, { portalToken, balanceId: id, ...page }) => {
      const at = await loadPortal(work, portalToken, "portal.balanceEntries");
      const balance = await loadOwnBalance(at, { id, userId: at.userId });
      return listEntries(at, balance.id, page);
    },
  },
);

/** Anyone with the link can make invoices, so only a few may be open at a time. */
const maxOpen = 10;

/** How long the invoice can be paid, in milliseconds. */
const payableMs = 24 * 3_600_000;

export const topUpOwnBalance = pageOperation(
  "POST /portal/{portalToken}/balances/{balanceId}/top-ups",
  {
    name: "portal.topUp",
    summary: "Top the subscriber's balance up",
    description:
      "Creates an `OPEN` invoice with its own page, to be paid in 24 hours, or returns the one of the same amount that is still open: sending it again is safe. The commit that makes it `PAID` credits the balance.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      balanceNotFound,
      serviceHasNoPlan,
      tooManyOpenTopUps,
      tooManyRequests,
    },
    input: PortalTopUp,
    output: OnePortalInvoice,
    run: async (work, { portalToken, balanceId: id, amount }) => {
      const at = await loadPortal(work, portalToken, "portal.topUp");
      const own = { id, userId: at.userId };
      const { serviceId } = await loadOwnBalance(at, own);
      let invoiceId = "";
      await changeAtPortal(at, async (changing) => {
        const { tx, now } = changing;
        const of = { serviceId, userId: at.userId };
        const subscription = await lockBilledSubscription(changing, of, amount); // comes before the balance
        // Of two calls at once, the second finds the invoice of the first.
        const balance = await lockOwnBalance(changing, own);
        const open = await findOpenTopUps(tx, { balanceId: id, now, max: maxOpen });
        const same = open.find((topUp) => amount.eq(topUp.amount.toFixed()));
        if (same !== undefined) {
          invoiceId = same.invoiceId;
          return null;
        }
        if (open.length >= maxOpen) throw new Refusal(tooManyOpenTopUps);
        const dueAt = new Date(now.getTime() + payableMs);
        const topUp = { amount, dueAt, subscription, isAutomatic: false };
        invoiceId = await openTopUp(changing, balance, topUp);
        return { id: invoiceId, ownerId: balance.ownerId };
      });
      return { invoice: await loadInvoice(at, invoiceId) };
    },
  },
);
