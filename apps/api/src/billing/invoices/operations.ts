import { z } from "zod";
import {
  Invoice,
  InvoiceId,
  InvoicePage,
  InvoiceQuery,
  invoiceCannotMove,
  invoiceCreatedPaid,
  invoiceNotFound,
  NewInvoice,
  planNotOfSubscription,
  usageOfAnotherSubscription,
} from "../../contract/invoices.ts";
import { planNotOfService } from "../../contract/plans.ts";
import { settlementInProgress } from "../../contract/settlements.ts";
import { subscriptionNotOfServiceAndUser } from "../../contract/subscriptions.ts";
import { usageEventNotFound } from "../../contract/usage-events.ts";
import { BilledUsageEventId, UsageHash, UsageProof } from "../../contract/usage-proofs.ts";
import { referencedRecordNotFound } from "../../lib/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { createInvoice } from "./create-invoice.ts";
import { finalizeInvoice } from "./finalize-invoice.ts";
import { readInvoice } from "./get-invoice.ts";
import { hashUsage } from "./hash-usage.ts";
import { listInvoices } from "./list-invoices.ts";
import { proveUsage } from "./prove-usage.ts";
import { voidInvoice } from "./void-invoice.ts";

const OneInvoice = z.compile(z.object({ invoice: Invoice }));

export const invoices = {
  create: write("POST /invoices", {
    name: "invoices.create",
    summary: "Create an invoice",
    description:
      "The amount is yours: usage events are never added up here. It becomes `PAID` only by a confirmed settlement. `invoice.created` tells of it and, when it is `OPEN`, `invoice.opened`. Send an `Idempotency-Key`: without one, sent again, it makes another invoice.",
    status: 201,
    refusals: {
      invoiceCreatedPaid,
      planNotOfSubscription,
      planNotOfService,
      referencedRecordNotFound,
      subscriptionNotOfServiceAndUser,
    },
    input: NewInvoice,
    output: OneInvoice,
    run: async (work, input) => ({ invoice: await createInvoice(work, input) }),
  }),

  get: read("GET /invoices/{invoiceId}", {
    name: "invoices.get",
    summary: "Get an invoice",
    description:
      "With its settlements and the usage events that were recorded with its id. An `OPEN` one whose `dueAt` has passed is `EXPIRED` from this read on at the latest.",
    refusals: { invoiceNotFound },
    input: InvoiceId,
    output: OneInvoice,
    run: async (work, input) => ({ invoice: await readInvoice(work, input.invoiceId) }),
  }),

  list: read("GET /invoices", {
    name: "invoices.list",
    summary: "List invoices, newest first",
    description:
      "Each as when it is read by itself. What has come due is brought up to date before it is shown.",
    input: InvoiceQuery,
    output: InvoicePage,
    run: async (work, input) => {
      const { rows, next } = await listInvoices(work, input);
      return { invoices: rows, nextCursor: next };
    },
  }),

  usageHash: read("GET /invoices/{invoiceId}/usage-hash", {
    name: "invoices.usageHash",
    summary: "Hash what an invoice bills",
    description:
      "One hash of the invoice and of all usage events that have its id. As the `referenceHash` of its settlement, it puts on the chain what was billed. How it is made is in docs/usage-hash.md.",
    refusals: { invoiceNotFound, usageOfAnotherSubscription },
    input: InvoiceId,
    output: z.object({ usageHash: UsageHash }),
    run: async (work, input) => ({ usageHash: await hashUsage(work, input.invoiceId) }),
  }),

  usageProof: read("GET /invoices/{invoiceId}/usage-proof", {
    name: "invoices.usageProof",
    summary: "Prove that an invoice bills a usage event",
    description:
      "All that is needed, besides the usage hash, to check that the event is one of those that were hashed.",
    refusals: { invoiceNotFound, usageEventNotFound, usageOfAnotherSubscription },
    input: BilledUsageEventId,
    output: z.object({ usageProof: UsageProof }),
    run: async (work, input) => ({ usageProof: await proveUsage(work, input) }),
  }),

  finalize: write("POST /invoices/{invoiceId}/finalize", {
    name: "invoices.finalize",
    summary: "Finalize a draft invoice",
    description:
      "`DRAFT` → `OPEN`: payment is due, and settlements are accepted. `invoice.opened` tells of it.",
    refusals: { invoiceNotFound, invoiceCannotMove: invoiceCannotMove("PAID", "OPEN") },
    input: InvoiceId,
    output: OneInvoice,
    run: async (work, input) => ({
      invoice: await finalizeInvoice(work, input.invoiceId),
    }),
  }),

  void: write("POST /invoices/{invoiceId}/void", {
    name: "invoices.void",
    summary: "Void an invoice",
    description:
      "`DRAFT` or `OPEN` → `VOID`, for good: it can never be paid. `invoice.voided` tells of it. Refused while a settlement is under way, since the chain may still record that.",
    refusals: {
      invoiceNotFound,
      invoiceCannotMove: invoiceCannotMove("PAID", "VOID"),
      settlementInProgress,
    },
    input: InvoiceId,
    output: OneInvoice,
    run: async (work, input) => ({
      invoice: await voidInvoice(work, input.invoiceId),
    }),
  }),
};
