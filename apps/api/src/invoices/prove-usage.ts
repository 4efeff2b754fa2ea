import { z } from "zod";
import { request, requiredId } from "../kit/fields.ts";
import { Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { UsageProof } from "../schemas/bills.ts";
import { invoiceNotFound } from "../schemas/invoices.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { usageEventFields, usageEventNotFound } from "../schemas/usage-events.ts";
import { proveUsage } from "../usage/measure-usage.ts";
import { loadBill } from "./bills/billed-events.ts";
import { getInvoiceRecord } from "./invoice-records.ts";

const usageNotAsBilled: RefusalTerms = {
  kind: "conflict",
  code: "usage_not_as_billed",
  message: "The usage cannot be read as it was billed.",
  meaning:
    "The database was moved to another server after the invoice was created, so what was recorded before cannot be told from what was recorded later.",
  remedy: "Nothing helps, except a proof that was made before.",
};

export const proveBilledUsage = read("GET /invoices/{invoiceId}/usage-proof", {
  name: "invoices.usageProof",
  cost: "large",
  summary: "Prove that an invoice bills a usage event",
  description:
    "Returns what is needed, besides the bill, to verify that the bill commits to the event. Events that were recorded with the invoice's id, and not billed by `usage` or `billNumber`, are not part of a bill.",
  refusals: { invoiceNotFound, usageEventNotFound, usageNotAsBilled, quoteTooSlow },
  input: request({
    invoiceId: requiredId(),
    eventKey: usageEventFields.shape.eventKey.meta({
      description: "Key of the usage event",
      example: "requests:2026-01-31T12",
    }),
  }),
  output: z.object({ usageProof: UsageProof }),
  run: async (work, { invoiceId, eventKey }) => {
    const { id } = await getInvoiceRecord(work, invoiceId, invoiceNotFound);
    const { bill, periods } = await loadBill(work.db, id);
    for (const [place, period] of periods.entries()) {
      const billed = bill.usage?.periods[place]?.totals ?? [];
      const prefixes = billed.map(({ prefix }) => prefix);
      const { totals, proof } = await proveUsage(work, period, { prefixes, eventKey });
      if (proof === null) continue;
      if (JSON.stringify(totals.map(rootOf)) !== JSON.stringify(billed.map(rootOf))) {
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
