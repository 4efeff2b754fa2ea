import { maxBillsBefore } from "@usance/proofs";
import { isDistributed, type Queryable } from "../db/client.ts";
import { dueFinder } from "../db/due-page.ts";
import { type Bill, type Invoice, Prisma, type Settlement } from "../db/generated/client.ts";
import {
  jsonCount,
  jsonList,
  jsonObject,
  jsonObjectOrNull,
  type NestedRows,
  type RecordOf,
  readRecords,
  recordStatement,
} from "../db/json-rows.ts";
import { idIn, type ListQuery, readPage } from "../db/list-page.ts";
import { countChanged } from "../db/statements.ts";
import type { Page } from "../kit/lists.ts";
import { transition } from "../kit/state-table.ts";
import { type Asked, ofAsked, ownedBy, type Tenant } from "../kit/tenant.ts";
import {
  maxCountedEvents,
  maxListedSettlements,
  maxNestedCreditNotes,
  maxNestedEvents,
  maxNestedSettlements,
} from "../schemas/invoices.ts";
import { type InvoiceTrigger, invoiceStates } from "../schemas/states.ts";
import { countUsageOfInvoices, findUsageOfInvoices } from "../usage/usage-of-invoices.ts";
import { unvoidedOfInvoice } from "../usage/voids.ts";
import { type Billed, billOf, type NewLine } from "./bills/bill-document.ts";

const { sql } = Prisma;

/** An invoice that is created. */
export type NewInvoice = Billed &
  Omit<Prisma.InvoiceUncheckedCreateInput, keyof Billed | "billHash" | "bill" | "lines">;

/** Inserts an invoice with its lines and its bill. */
export async function insertInvoice(
  db: Queryable,
  { lines = [], measured, ...invoice }: NewInvoice,
): Promise<void> {
  const { billHash, document } = billOf({ ...invoice, lines, measured });
  await db.invoice.create({
    data: {
      ...invoice,
      billHash,
      amount: invoice.amount.toFixed(),
      bill: { create: { document, snapshots: [...(measured?.snapshots ?? [])] } },
      lines: { createMany: { data: lines.map(inPlace) } },
    },
  });
}

const inPlace = (line: NewLine, position: number) => ({
  position,
  description: line.description,
  quantity: line.quantity.toFixed(),
  unitAmount: line.unitAmount.toFixed(),
  amount: line.amount.toFixed(),
});

/** An invoice's bill: its JSON text, and the snapshot in which each period of its usage was measured. */
export async function findBill(
  db: Queryable,
  invoiceId: string,
): Promise<Pick<Bill, "document" | "snapshots">> {
  const select = { document: true, snapshots: true };
  return db.bill.findUniqueOrThrow({ where: { invoiceId }, select });
}

/** How many characters the bills before it have together in a proof. */
const maxDocuments = 1_000_000;

/** @returns the documents of the bills before a number, the newest first */
export async function findBillsBefore(
  db: Queryable,
  { subscriptionId, billNumber }: { readonly subscriptionId: string; readonly billNumber: number },
): Promise<string[]> {
  const bills = await db.$queryRaw<Pick<Bill, "document">[]>`
    SELECT document
      FROM (SELECT document, bill_number,
                   sum(length(document)) OVER (ORDER BY bill_number DESC) AS so_far
              FROM (SELECT document, bill_number
                      FROM invoices JOIN bills ON bills.invoice_id = invoices.id
                     WHERE subscription_id = ${subscriptionId} AND bill_number < ${billNumber}
                     ORDER BY bill_number DESC LIMIT ${maxBillsBefore}) AS newest) AS added
     WHERE so_far <= ${maxDocuments} ORDER BY bill_number DESC`;
  return bills.map(({ document }) => document);
}

export async function findInvoice(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<InvoiceRow | null> {
  const [invoice] = await findInvoicesAsked(db, [{ id, tenant }]);
  return invoice ?? null;
}

const billedEvents = `usage_events one
 WHERE one.invoice_id = invoice.id AND ${unvoidedOfInvoice("one")}`;

/** The rows that an invoice lists. Its table is called `invoice`. */
export const listed = {
  lines: { from: "invoice_lines one WHERE one.invoice_id = invoice.id", order: "one.position" },
  creditNotes: {
    from: "credit_notes one WHERE one.invoice_id = invoice.id",
    max: maxNestedCreditNotes,
  },
  settlements: {
    from: "settlements one WHERE one.invoice_id = invoice.id AND one.payer_id IS NOT NULL",
    max: maxNestedSettlements,
  },
  usageEvents: { from: billedEvents, max: maxNestedEvents },
} satisfies Record<string, NestedRows>;

const nestedWithoutUsage = {
  service: jsonObject("service", "Service"),
  paymentPlan: jsonObject("plan", "PaymentPlan"),
  user: jsonObject("payer", "User"),
  subscription: jsonObjectOrNull("subscription", "Subscription"),
  lines: jsonList("InvoiceLine", listed.lines),
  creditNotes: jsonList("CreditNote", listed.creditNotes),
};

/** How many usage events an invoice bills. */
export const usageEventCount = jsonCount(billedEvents, maxCountedEvents);

const nested = { ...nestedWithoutUsage, usageEventCount };

const settlements = (max: number) => jsonList("Settlement", { ...listed.settlements, max });

/** An invoice without a user is not found: it belongs to an unconfirmed checkout payment and is hidden. */
export const foundInvoices = `
  FROM invoices invoice
  JOIN services service ON service.id = invoice.service_id
  JOIN payment_plans plan ON plan.id = invoice.payment_plan_id
  JOIN users payer ON payer.id = invoice.user_id
  LEFT JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
 WHERE invoice.id = ANY ($1::text[])`;

const whole = recordStatement(
  "find_invoices",
  jsonObject("invoice", "Invoice", {
    ...nested,
    settlements: settlements(maxNestedSettlements),
    usageEvents: jsonList("UsageEvent", listed.usageEvents),
  }),
  foundInvoices,
);

const inOrder = "ORDER BY invoice.created_at DESC, invoice.id DESC";

const summaries = recordStatement(
  "find_invoice_summaries",
  jsonObject("invoice", "Invoice", { ...nested, settlements: settlements(maxListedSettlements) }),
  `${foundInvoices} ${inOrder}`,
);

/** The same for a distributed table of usage events, which has to be read by itself. */
const withoutUsage = (name: string, maxSettlements: number) =>
  recordStatement(
    name,
    jsonObject("invoice", "Invoice", {
      ...nestedWithoutUsage,
      settlements: settlements(maxSettlements),
    }),
    `${foundInvoices} ${inOrder}`,
  );
const wholeWithoutUsage = withoutUsage("find_invoices_without_usage", maxNestedSettlements);
const summariesWithoutUsage = withoutUsage(
  "find_invoice_summaries_without_usage",
  maxListedSettlements,
);

/** An invoice as callers see it. It has a user, and its nested settlements have a payer. */
type Shown<Row> = Row & {
  readonly userId: string;
  readonly settlements: (Settlement & { readonly payerId: string })[];
};

export type InvoiceRow = Shown<RecordOf<typeof whole>>;

/** The same without its usage events. */
export type InvoiceSummaryRow = Shown<RecordOf<typeof summaries>>;

const isShown = <Row extends { readonly userId: string | null }>(row: Row): row is Shown<Row> =>
  row.userId !== null;

/** Finds invoices of any seller by id, newest first, except those without a user. */
export async function findInvoiceSummaries(
  db: Queryable,
  ids: readonly string[],
): Promise<InvoiceSummaryRow[]> {
  if (!isDistributed(db)) return (await readRecords(db, summaries, [ids])).filter(isShown);
  const invoices = await readRecords(db, summariesWithoutUsage, [ids]);
  const counts = await countUsageOfInvoices(db, invoices.map(idOf), maxCountedEvents);
  return invoices
    .map((invoice, place) => ({ ...invoice, usageEventCount: counts[place] ?? 0 }))
    .filter(isShown);
}

const idOf = ({ id }: { readonly id: string }) => id;

async function findWhole(db: Queryable, ids: readonly string[]): Promise<RecordOf<typeof whole>[]> {
  if (!isDistributed(db)) return readRecords(db, whole, [ids]);
  const invoices = await readRecords(db, wholeWithoutUsage, [ids]);
  const max = { listed: maxNestedEvents, counted: maxCountedEvents };
  const usage = await findUsageOfInvoices(db, invoices.map(idOf), max);
  return invoices.map((invoice, place) => ({
    ...invoice,
    usageEvents: [],
    usageEventCount: 0,
    ...usage[place],
  }));
}

/** @returns one invoice per request, in the same order; null when the tenant has no such invoice */
export async function findInvoicesAsked(
  db: Queryable,
  asked: readonly Asked[],
): Promise<(InvoiceRow | null)[]> {
  const ids = asked.map(({ id }) => id);
  return ofAsked((await findWhole(db, ids)).filter(isShown), asked);
}

/** How callers list them. */
export const invoiceList = {
  table: sql`invoices`,
  owner: { column: sql`owner_id` },
  only: sql`user_id IS NOT NULL`,
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    paymentPlanId: idIn(sql`payment_plans`, sql`payment_plan_id`),
    userId: { column: sql`user_id` },
    subscriptionId: idIn(sql`subscriptions`, sql`subscription_id`),
  },
};

export function findInvoices(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof invoiceList.filters>,
): Promise<Page<InvoiceSummaryRow>> {
  return readPage(db, invoiceList, tenant, query, findInvoiceSummaries);
}

/** A page of a subscriber's own invoices. */
export type OwnInvoiceQuery = ListQuery<"subscriptionId"> & { readonly userId: string };

/** What a subscriber sees of its invoices: its seller still works on drafts. */
const shownToUser = { ...invoiceList, only: sql`user_id IS NOT NULL AND status <> 'DRAFT'` };

export function findInvoicesOfUser(
  db: Queryable,
  tenant: Tenant,
  query: OwnInvoiceQuery,
): Promise<Page<InvoiceSummaryRow>> {
  const asked: ListQuery<keyof typeof invoiceList.filters> = query;
  return readPage(db, shownToUser, tenant, asked, findInvoiceSummaries);
}

const linked = recordStatement(
  "find_linked_invoice",
  jsonObject("invoice", "Invoice", {
    service: jsonObject("service", "Service", { owner: jsonObject("owner", "User") }),
    paymentPlan: jsonObject("plan", "PaymentPlan"),
    user: jsonObject("payer", "User"),
  }),
  `FROM invoices invoice
    JOIN services service ON service.id = invoice.service_id
    JOIN users owner ON owner.id = service.owner_id
    JOIN payment_plans plan ON plan.id = invoice.payment_plan_id
    JOIN users payer ON payer.id = invoice.user_id
   WHERE invoice.link_token = $1`,
);

/** An invoice as its page shows it. */
export type LinkedInvoiceRow = RecordOf<typeof linked>;

/** Finds the invoice of any seller that a link leads to. One without a user is hidden. */
export async function findInvoiceByLink(
  db: Queryable,
  linkToken: string,
): Promise<LinkedInvoiceRow | null> {
  const [invoice] = await readRecords(db, linked, [linkToken]);
  return invoice ?? null;
}

/** Looks for an invoice of any seller by its link. */
export async function hasInvoiceLink(db: Queryable, linkToken: string): Promise<boolean> {
  const where = { linkToken, userId: { not: null } };
  return (await db.invoice.findUnique({ where, select: { id: true } })) !== null;
}

const { lines, creditNotes } = nestedWithoutUsage;
const foundInvoice = "FROM invoices invoice WHERE invoice.id = $1";

const billed = recordStatement(
  "find_billed",
  jsonObject("invoice", "Invoice", { lines, creditNotes, usageEventCount }),
  foundInvoice,
);

const billedWithoutUsage = recordStatement(
  "find_billed_without_usage",
  jsonObject("invoice", "Invoice", { lines, creditNotes }),
  foundInvoice,
);

export type BilledRow = Pick<RecordOf<typeof billed>, "lines" | "creditNotes" | "usageEventCount">;

/** What an invoice bills: its lines, its credit notes, and how many usage events. Every invoice that was found has them. */
export async function findBilled(db: Queryable, id: string): Promise<BilledRow> {
  if (isDistributed(db)) {
    const [found] = await readRecords(db, billedWithoutUsage, [id]);
    const [count = 0] = await countUsageOfInvoices(db, [id], maxCountedEvents);
    return { lines: [], creditNotes: [], ...found, usageEventCount: count };
  }
  const [invoice] = await readRecords(db, billed, [id]);
  return invoice ?? { lines: [], creditNotes: [], usageEventCount: 0 };
}

/** Gives an invoice a new link; the old one leads nowhere from then on. */
export async function replaceLink(db: Queryable, id: string, now: Date): Promise<void> {
  await db.$executeRaw`UPDATE invoices SET link_token = DEFAULT, updated_at = ${now} WHERE id = ${id}`;
}

/** Reads an invoice without its nested records. */
export function findInvoiceRecord(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  return db.invoice.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const lock = recordStatement(
  "lock_invoices",
  jsonObject("invoice", "Invoice"),
  `FROM invoices invoice
   WHERE id = ANY ($1::text[]) AND ($2::text IS NULL OR owner_id = $2) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Locks the invoices' rows until the transaction ends, so that a settlement and a void cannot run concurrently. Every
 * caller locks several invoices in this order. Usage events may still reference the invoices, because their keys are
 * not locked.
 */
export function lockInvoices(
  tx: Queryable,
  ids: readonly string[],
  tenant: Tenant,
): Promise<Invoice[]> {
  return readRecords(tx, lock, [ids, tenant]);
}

/**
 * Sets the user that an invoice bills. `createdAt` can be set to the time at which callers first see the invoice, which
 * determines its place in lists.
 */
export async function setInvoiceUser(
  db: Queryable,
  id: string,
  change: { readonly userId: string; readonly createdAt?: Date },
): Promise<void> {
  await db.invoice.update({ where: { id }, data: change });
}

/** Links an invoice to the subscription that its payment started. */
export async function linkInvoice(
  db: Queryable,
  id: string,
  subscriptionId: string,
): Promise<void> {
  await db.invoice.updateMany({ where: { id, subscriptionId: null }, data: { subscriptionId } });
}

const move = {
  name: "move_invoices",
  text: `
  UPDATE invoices SET status = $3::invoice_status, updated_at = $4::timestamptz,
         paid_at = CASE WHEN $5::boolean THEN $6::timestamptz ELSE paid_at END
   WHERE id = ANY ($1::text[]) AND status = ANY ($2::invoice_status[])`,
};

/** Changes invoices' states by compare-and-set. @returns how many had a state that accepts the trigger */
export async function moveInvoices(
  db: Queryable,
  ids: readonly string[],
  trigger: InvoiceTrigger,
  change: { paidAt?: Date | null; updatedAt: Date },
): Promise<number> {
  const { from, to } = transition(invoiceStates, trigger);
  const { paidAt, updatedAt } = change;
  const values = [ids, from, to, updatedAt, paidAt !== undefined, paidAt ?? null];
  return countChanged(db, move, values);
}

/** The same as `moveInvoices` for one invoice. @returns whether its state changed */
export async function moveInvoice(
  db: Queryable,
  id: string,
  trigger: InvoiceTrigger,
  change: { updatedAt: Date },
): Promise<boolean> {
  return (await moveInvoices(db, [id], trigger, change)) === 1;
}

const open = { table: sql`invoices`, status: sql`'OPEN'` };

/** Finds open invoices that are past due. */
export const findInvoicesPastDue = dueFinder({ ...open, at: sql`due_at` });

/** Finds open invoices that are due for a collection attempt. */
export const findInvoicesToCollect = dueFinder({ ...open, at: sql`collect_at` });

export async function setCollection(
  db: Queryable,
  id: string,
  collectAt: Date | null,
): Promise<void> {
  await db.invoice.update({ where: { id }, data: { collectAt } });
}
