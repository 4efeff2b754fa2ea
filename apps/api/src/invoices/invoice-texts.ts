import { isDistributed, type Queryable } from "../db/client.ts";
import type { Invoice as Stored } from "../db/generated/client.ts";
import {
  decimalText,
  listText,
  objectText,
  objectTextOrNull,
  priceText,
  stringText,
} from "../db/json-text.ts";
import { runStatement } from "../db/statements.ts";
import { type Asked, ofAsked } from "../kit/tenant.ts";
import { Invoice, InvoiceLine, OneInvoice } from "../schemas/invoices.ts";
import { Plan } from "../schemas/plans.ts";
import { CreditNoteRecord, SettlementRecord, UsageEventRecord } from "../schemas/records.ts";
import { ServiceRecord } from "../schemas/services.ts";
import { statesShownAs } from "../schemas/settlement-states.ts";
import { User } from "../schemas/users.ts";
import { shownInvoice } from "./invoice-records.ts";
import { findInvoicesAsked, foundInvoices, listed, usageEventCount } from "./store.ts";

/** An invoice as the JSON of its answer, with what tells whether it is due. */
export interface InvoiceText
  extends Pick<Stored, "id" | "serviceId" | "ownerId" | "status" | "dueAt"> {
  readonly text: string;
}

/** Which invoice is asked for. Its answer shows the address of its page. */
interface AskedInvoice extends Asked {
  readonly checkoutUrl: string;
}

const states = Object.entries(statesShownAs).flatMap(([shown, stored]) =>
  stored.map((state) => `WHEN '${state}' THEN '"${shown}"'`),
);
const settlement = objectText("one", "Settlement", SettlementRecord, {
  status: `CASE one.status ${states.join(" ")} END`,
});

const line = objectText("one", "InvoiceLine", InvoiceLine, {
  unitAmount: priceText("one.unit_amount"),
});

const find = {
  name: "find_invoice_texts",
  text: `SELECT invoice.id, invoice.service_id AS "serviceId", invoice.owner_id AS "ownerId",
                invoice.status::text, invoice.due_at AS "dueAt",
                ${objectText("invoice", "Invoice", Invoice, {
                  service: objectText("service", "Service", ServiceRecord),
                  paymentPlan: objectText("plan", "PaymentPlan", Plan),
                  user: objectText("payer", "User", User),
                  subscription: objectTextOrNull(
                    "subscription",
                    "Subscription",
                    Invoice.shape.subscription.unwrap(),
                  ),
                  url: stringText("$2::text || '/invoices/' || invoice.link_token"),
                  amountDue: decimalText(
                    "invoice.amount - invoice.credited_before_payment - invoice.paid_from_balance",
                  ),
                  lines: listText(line, listed.lines),
                  creditNotes: listText(
                    objectText("one", "CreditNote", CreditNoteRecord),
                    listed.creditNotes,
                  ),
                  settlements: listText(settlement, listed.settlements),
                  usageEventCount: `${usageEventCount.sql}::text`,
                  usageEvents: listText(
                    objectText("one", "UsageEvent", UsageEventRecord),
                    listed.usageEvents,
                  ),
                })} AS text ${foundInvoices}`,
};

/** @returns one invoice for each request, in order; null where the tenant has no such invoice */
export async function findInvoiceTexts(
  db: Queryable,
  asked: readonly AskedInvoice[],
): Promise<(InvoiceText | null)[]> {
  const checkoutUrl = asked[0]?.checkoutUrl ?? ""; // the same for all
  if (isDistributed(db)) {
    // Usage events are read by themselves there.
    return (await findInvoicesAsked(db, asked)).map(
      (invoice) =>
        invoice && {
          ...invoice,
          text: JSON.stringify(
            OneInvoice.parse({ invoice: shownInvoice({ checkoutUrl }, invoice) }).invoice,
          ),
        },
    );
  }
  const ids = asked.map(({ id }) => id);
  return ofAsked(await runStatement<InvoiceText>(db, find, [ids, checkoutUrl]), asked);
}
