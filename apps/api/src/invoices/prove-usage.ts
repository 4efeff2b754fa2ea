import { z } from "zod";
import { request, requiredId, requiredKey } from "../kit/fields.ts";
import { Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { UsageProof } from "../schemas/bills.ts";
import { invoiceNotFound } from "../schemas/invoices.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { usageEventNotFound } from "../schemas/usage-events.ts";
import { proveUsage } from "../usage/measure-usage.ts";
import { prefixesOf } from "../usage/quotes/create-quote.ts";
import { loadBill, loadCardsOf } from "./bills/billed-events.ts";
import { requireInvoiceRecord } from "./invoice-records.ts";

const usageNotAsBilled: RefusalTerms = {
  kind: "conflict",
  code: "usage_not_as_billed",
  message: "The usage cannot be read as it was billed.",
  meaning:
    "The database was moved to another server after the invoice was created, so what was recorded before cannot be told from what was recorded later.",
  remedy: "Nothing helps, except a proof that was made before.",
};

/** The maximum length of an event's key. */
const maxEventKey = 255;

export const proveBilledUsage = read("GET /invoices/{invoiceId}/usage-proof", {
  name: "invoices.usageProof",
  cost: "large",
  summary: "Prove that an invoice bills a usage event",
  description:
    "Returns what is needed, besides the bill, to verify that the bill commits to the event. Events that were recorded with the invoice's id, and not billed by `usage` or `billNumber`, are not part of a bill.",
  refusals: { invoiceNotFound, usageEventNotFound, usageNotAsBilled, quoteTooSlow },
  input: request({
    invoiceId: requiredId(),
    eventKey: requiredKey(maxEventKey).meta({
      description: "Key of the usage event",
      example: "requests:2026-01-31T12",
    }),
  }),
  output: z.object({ usageProof: UsageProof }),
  run: async (work, { invoiceId, eventKey }) => {
    const { id } = await requireInvoiceRecord(work, invoiceId);
    const { bill, periods } = await loadBill(work.db, id);
    const cards = new Map((await loadCardsOf(work.db, bill)).map((card) => [card.id, card]));
    for (const [place, period] of periods.entries()) {
      const billed = bill.usage?.periods[place];
      const card = cards.get(billed?.rateCardId ?? "");
      const prefixes = prefixesOf(card?.components ?? []);
      const { totals, proof } = await proveUsage(work, period, { prefixes, eventKey });
      if (proof === null) continue;
      if (JSON.stringify(totals.map(rootOf)) !== JSON.stringify(billed?.totals.map(rootOf))) {
        throw new Refusal(usageNotAsBilled);
      }
      return {
        usageProof: {
          ...proof,
          path: proof.path.map(([hash, sum]): [string, string] => [hash, sum]),
        },
      };
    }
    throw new Refusal(usageEventNotFound);
  },
});

const rootOf = ({ root }: { readonly root: string }) => root;
