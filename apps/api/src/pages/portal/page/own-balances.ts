import { z } from "zod";
import { listEntries } from "../../../balances/balances.ts";
import { loadOwnBalance, loadOwnBalances, lockOwnBalance } from "../../../balances/load-balance.ts";
import { findOpenTopUps } from "../../../balances/store.ts";
import { shownService } from "../../../catalog/services/services.ts";
import { loadInvoice } from "../../../invoices/load-invoice.ts";
import { decimalOut, timeOut } from "../../../kit/answers.ts";
import { positiveDecimal, requiredId } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  AutoTopUp,
  Balance,
  BalanceEntry,
  BalanceEntryPage,
  BalanceEntryQuery,
  balanceNotFound,
  serviceHasNoPlan,
} from "../../../schemas/balances.ts";
import { PortalLink, portalLinkRefusals } from "../../../schemas/portal.ts";
import { InvoiceAtPortal } from "../../../schemas/portal-records.ts";
import { ShownService } from "../../../schemas/services.ts";
import { showAutoTopUp } from "../../../settlements/auto-top-ups/auto-top-ups.ts";
import { findAutoTopUps } from "../../../settlements/auto-top-ups/store.ts";
import { lockBilledSubscription, openTopUp } from "../../../settlements/top-ups/top-ups.ts";
import { changeAtPortal, loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";

const BalanceAtPortal = Balance.pick({
  id: true,
  keyPrefix: true,
  status: true,
  available: true,
  held: true,
  owed: true,
  overdraft: true,
  backing: true,
  currency: true,
  createdAt: true,
})
  .extend({
    service: ShownService.meta({ description: "The service whose usage the balance pays for" }),
    credits: z
      .array(
        z.object({
          remaining: decimalOut().meta({ description: "The part that is not spent, in USDC" }),
          expiresAt: timeOut().nullable().meta({
            description: "When the rest of the credit expires; null: never",
            example: null,
          }),
        }),
      )
      .meta({
        description:
          "Credit that is not spent yet, in the order in which it is spent: at most the first 20. It includes amounts that holds have set aside",
      }),
    autoTopUp: AutoTopUp.pick({ status: true, below: true, amount: true, pausedUntil: true })
      .nullable()
      .meta({ description: "The settings of automatic top-ups; null: there are none" }),
  })
  .meta({ id: "PortalBalance", description: "A prepaid balance, as the portal shows it." });

export const listOwnBalances = pageOperation("GET /portal/{portalToken}/balances", {
  name: "portal.balances",
  summary: "List the subscriber's prepaid balances, newest first",
  description:
    "Each with its service, the credit that is left and its automatic top-ups. Credit and holds that have expired no longer count.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalLink.extend(page("portal/balances")),
  output: pageOf("balances", BalanceAtPortal, "portal/balances"),
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

const EntryAtPortal = BalanceEntry.pick({
  position: true,
  type: true,
  available: true,
  held: true,
  availableAfter: true,
  heldAfter: true,
  createdAt: true,
}).meta({
  id: "PortalBalanceEntry",
  description: "A change of a balance, as the portal shows it.",
});

const PortalEntryPage = BalanceEntryPage.extend({
  balanceEntries: z.array(EntryAtPortal).meta({ description: "Newest first" }),
});

export const listOwnBalanceEntries = pageOperation(
  "GET /portal/{portalToken}/balances/{balanceId}/entries",
  {
    name: "portal.balanceEntries",
    summary: "List the ledger of the subscriber's balance, newest first",
    description: "Every change of the balance, with what was available and held after it.",
    refusals: { ...portalLinkRefusals, balanceNotFound, tooManyRequests },
    input: BalanceEntryQuery.extend(PortalLink.shape),
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

const tooManyOpenTopUps: RefusalTerms = {
  kind: "conflict",
  code: "too_many_open_top_ups",
  message: "Balance has too many open top-ups.",
  meaning: "The balance has ten top-ups that are neither paid nor expired.",
  remedy: "Pay one of them, or wait until one expires, a day after it was created.",
};

const PortalTopUp = PortalLink.extend({
  balanceId: requiredId(),
  amount: positiveDecimal().meta({
    description: "Amount to pay and to credit, in USDC with at most six decimal places",
  }),
});

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
    output: z.object({ invoice: InvoiceAtPortal }),
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
