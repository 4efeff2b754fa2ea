import { z } from "zod";
import { loadBill } from "../../invoices/bills/billed-events.ts";
import { loadLinkedInvoice } from "../../invoices/load-invoice.ts";
import { component } from "../../kit/answers.ts";
import { dateTime } from "../../kit/fields.ts";
import { cursor, limit, nextCursor, type Place, readCursor } from "../../kit/lists.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { BilledEvent } from "../../schemas/bills.ts";
import { InvoiceLink, invoiceLinkNotFound, OneInvoiceUsage } from "../../schemas/invoice-links.ts";
import {
  UsageHashPage,
  UsageRootPage,
  usageChangesLost,
  usageHashPage,
  usageRootPage,
  usageRootsNotDistributed,
} from "../../schemas/usage-roots.ts";
import { readBilledEvents } from "../../usage/measure-usage.ts";
import { findLastRoot, findRootsOfEvents } from "../../usage/roots/store.ts";
import { hashPage, rootPage } from "../../usage/roots/usage-roots.ts";
import { sumInvoiceUsage } from "../../usage/usage-of-invoices.ts";

const list = "invoice-links/usage-events";

const maxPage = 1_000;

/** Loads the periods of usage that an invoice bills, and their subscription; empty without usage. */
async function loadLinkedBill(work: Parts, linkToken: string) {
  const { id } = await loadLinkedInvoice(work, linkToken);
  const { periods } = await loadBill(work.db, id);
  return { id, subscriptionId: periods[0]?.subscriptionId ?? "", periods };
}

/** A place among the events of a bill: its time and its key. */
function readUsagePlace(text: string): Place | null {
  const [, time, id] = /^(\S+) (.+)$/s.exec(readCursor(list, text) ?? "") ?? [];
  const { data: createdAt } = dateTime().safeParse(time);
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
}

const BilledUsageQuery = InvoiceLink.extend({
  limit: limit(maxPage, maxPage).transform((given) => given ?? maxPage),
  cursor: cursor<Place>(readUsagePlace),
});

const RootedEvent = component(
  "RootedEvent",
  "A usage event, as a bill commits to it, and the usage root that contains it.",
  {
    ...BilledEvent.shape,
    root: z.int().nullable().meta({
      description:
        "Number of the usage root; null: none contains it yet, or the database was restored since",
      example: 12,
    }),
  },
);

const BilledUsagePage = z.object({
  usageEvents: z.array(RootedEvent).meta({ description: "Oldest first" }),
  nextCursor: nextCursor(list),
});

/** The page computes what the bill says from these events. */
export const listLinkedUsage = pageOperation("GET /invoice-links/{linkToken}/usage-events", {
  name: "invoiceLinks.usageEvents",
  cost: "page",
  summary: "List the usage events of an invoice",
  description:
    "Returns a page of the usage events that the invoice's bill commits to, as they were when it was created. Events that were only recorded with the invoice's id are not part of its bill.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: BilledUsageQuery,
  output: BilledUsagePage,
  run: async (work, { linkToken, limit, cursor }) => {
    const { subscriptionId, periods } = await loadLinkedBill(work, linkToken);
    const after = cursor && { occurredAt: cursor.createdAt, eventKey: cursor.id };
    const { events, next } = await readBilledEvents(work.db, periods, {
      after: after ?? null,
      limit,
    });
    const roots = await findRootsOfEvents(work.db, subscriptionId, events);
    return {
      usageEvents: events.map((event) => ({ ...event, root: roots.get(event.eventKey) ?? null })),
      nextCursor: next && { createdAt: next.occurredAt, id: next.eventKey },
    };
  },
});

/** Finds which roots the page of an invoice may show: those of a subscription up to a number, which contain all that it bills. */
async function loadRootsOfBill(work: Parts, linkToken: string) {
  const { subscriptionId, periods } = await loadLinkedBill(work, linkToken);
  const snapshots = periods.flatMap(({ snapshot }) => snapshot ?? []);
  return { subscriptionId, last: await findLastRoot(work.db, subscriptionId, snapshots) };
}

const LinkedRootQuery = InvoiceLink.extend(usageRootPage);

export const listLinkedRoots = pageOperation("GET /invoice-links/{linkToken}/usage-roots", {
  name: "invoiceLinks.usageRoots",
  cost: "page",
  summary: "List the usage roots of an invoice, newest first",
  description:
    "The roots of the subscription's usage, as `GET /subscriptions/{subscriptionId}/usage-roots` lists them, without those after the first one that contains all usage of the invoice.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: LinkedRootQuery,
  output: UsageRootPage,
  run: async (work, { linkToken, limit, cursor }) => {
    const { subscriptionId, last } = await loadRootsOfBill(work, linkToken);
    return rootPage(work, subscriptionId, {
      limit,
      cursor: Math.min(cursor ?? last + 1, last + 1),
    });
  },
});

const LinkedChangeQuery = InvoiceLink.extend(usageHashPage);

/** A link of an invoice shows no usage that it does not bill. Hashes are enough to compute the root again. */
export const listLinkedChanges = pageOperation("GET /invoice-links/{linkToken}/usage-changes", {
  name: "invoiceLinks.usageChanges",
  cost: "page",
  summary: "List the hashes of what usage roots of an invoice contain",
  description:
    "The hash of each event that was recorded, and of each that was voided, also of those that the invoice does not bill.",
  refusals: { invoiceLinkNotFound, usageRootsNotDistributed, usageChangesLost, tooManyRequests },
  input: LinkedChangeQuery,
  output: UsageHashPage,
  run: async (work, { linkToken, roots, ...page }) => {
    const { subscriptionId, last } = await loadRootsOfBill(work, linkToken);
    const shown = roots.filter((number) => number <= last);
    return hashPage(work.db, subscriptionId, { roots: shown, ...page });
  },
});

export const sumLinkedUsage = pageOperation("GET /invoice-links/{linkToken}/usage", {
  name: "invoiceLinks.usage",
  cost: "large",
  summary: "Add up the usage of an invoice",
  description:
    "The usage that the invoice bills, by the prefix of its keys and by day. For a long period the intervals are months or years.",
  refusals: { invoiceLinkNotFound, tooManyRequests },
  input: InvoiceLink,
  output: OneInvoiceUsage,
  run: async (work, { linkToken }) => {
    const { id, periods } = await loadLinkedBill(work, linkToken);
    return { invoiceUsage: await sumInvoiceUsage(work, id, periods.at(-1)) };
  },
});
