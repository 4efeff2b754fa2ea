import { z } from "zod";
import { getReferencedService } from "../catalog/services/services.ts";
import { getInvoiceRecord } from "../invoices/invoice-records.ts";
import { component, timeOut } from "../kit/answers.ts";
import { realTime } from "../kit/clock.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { Keyed } from "../operation/work.ts";
import { InvoiceId, invoiceNotFound } from "../schemas/invoices.ts";
import { invoiceStatuses } from "../schemas/records.ts";
import { findDisputesOf } from "../settlements/disputes/store.ts";
import { getCurrentSettlement } from "../settlements/load-settlement.ts";
import { findSpendingCap } from "../settlements/spending-caps/store.ts";
import { isSignedFor, refusedKey, stateOfCap } from "../settlements/spending-caps/usable-cap.ts";
import { type Facts, whyCodes, whyUnpaid } from "./why-unpaid.ts";

const Explanation = component(
  "InvoiceExplanation",
  "Why an invoice is not paid, or how it was, and what its seller can do.",
  {
    status: z.enum(invoiceStatuses).meta({ description: "The invoice's status", example: "OPEN" }),
    code: z.enum(whyCodes).meta({
      description: "The reason as a code. More may be added",
      example: "not_paid_yet",
    }),
    reason: z.string().meta({
      description: "The reason in sentences, to show to people",
      example: "Nobody has paid yet.",
    }),
    remedies: z.array(z.string()).meta({
      description: "What the seller can do, a sentence each; empty if there is nothing to do",
      example: ["Send the subscriber the invoice's link to pay."],
    }),
    nextAttemptAt: timeOut().nullable().meta({
      description:
        "When the service tries to collect the invoice under its spending cap next; null: it does not",
      example: null,
    }),
  },
);

/** The words of the dashboard and of assistants about an invoice that is not paid. */
export const explainInvoice = read("GET /invoices/{invoiceId}/explanation", {
  name: "invoices.explain",
  summary: "Explain why an invoice is not paid",
  description:
    "Answers the question of a seller: what prevents the payment, what happens next, and what can be done. A payment that the chain may still record is checked against the chain.",
  refusals: { invoiceNotFound },
  input: InvoiceId,
  output: z.object({ explanation: Explanation }),
  run: async (work, { invoiceId }) => {
    const facts = await loadFacts(work, invoiceId);
    const { status, collectAt } = facts.invoice;
    const nextAttemptAt = status === "OPEN" ? collectAt : null;
    return { explanation: { ...whyUnpaid(facts), status, nextAttemptAt } };
  },
});

async function loadFacts(work: Keyed, invoiceId: string): Promise<Facts> {
  const { db, collector, clock } = work;
  const read = () => getInvoiceRecord(work, invoiceId, invoiceNotFound);
  // Before the payment is checked against the chain, the expiry is applied; the check may then pay the invoice.
  await upToDate(work, read, (invoice) => ({ invoices: [invoice] }));
  const payment = await getCurrentSettlement(work, invoiceId);
  const invoice = await read();
  const { payoutAddress } = await getReferencedService(work, invoice.serviceId);
  const { subscriptionId } = invoice;
  const cap = subscriptionId === null ? null : await findSpendingCap(db, subscriptionId);
  const disputes = await findDisputesOf(db, invoiceId);
  const noAddress = payoutAddress === null ? "NO_PAYOUT_ADDRESS" : "READY";
  return {
    invoice,
    payment,
    cap: cap && {
      state: isSignedFor(collector, cap)
        ? stateOfCap(cap, realTime(clock.now()))
        : "OTHER_CONTRACT",
      isRefused: cap.refusedInvoices.includes(refusedKey(invoice)),
    },
    disputedSince: disputes.find(({ status }) => status === "OPEN")?.createdAt ?? null,
    page: collector === null ? "NO_COLLECTOR" : noAddress,
  };
}
