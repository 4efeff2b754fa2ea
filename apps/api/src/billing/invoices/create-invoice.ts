import type { z } from "zod";
import { getUser } from "../../access/users/identify-user.ts";
import { getPlanOfService } from "../../catalog/plans/get-plan.ts";
import type { NewInvoice } from "../../contract/invoices.ts";
import { invoiceNotFound, planNotOfSubscription } from "../../contract/invoices.ts";
import { inTransaction } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { loadSubscriptionOf } from "../../subscriptions/load-subscription.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { findInvoice, type InvoiceRow, insertInvoice } from "./store.ts";

/** Specification, section 4, POST /invoices: the amount is the caller's; nothing is added up here. */
export async function createInvoice(
  parts: Pick<Parts, "db" | "tenant" | "due" | "clock">,
  input: z.output<typeof NewInvoice>,
): Promise<InvoiceRow> {
  const { serviceId, userId, subscriptionId } = input;
  const plan = await getPlanOfService(parts, input.paymentPlanId, serviceId);
  const user = await getUser(parts, userId);
  if (subscriptionId !== undefined) {
    const subscription = await loadSubscriptionOf(parts, { id: subscriptionId, serviceId, userId });
    if (subscription.paymentPlanId !== plan.id) throw new Refusal(planNotOfSubscription);
  }

  const now = parts.clock.now();
  const status = input.status ?? "DRAFT";
  return inTransaction(parts.db, async (tx) => {
    const id = newId();
    await insertInvoice(tx, {
      id,
      serviceId,
      ownerId: plan.ownerId,
      paymentPlanId: plan.id,
      userId: user.id,
      subscriptionId: subscriptionId ?? null,
      status,
      amount: input.amount,
      currency: input.currency ?? "USDC",
      dueAt: input.dueAt ?? null,
      createdAt: now,
      updatedAt: now,
    });
    await announceInvoice({ tx, now }, "invoice.created", id);
    if (status === "OPEN") await announceInvoice({ tx, now }, "invoice.opened", id);
    const invoice = await findInvoice(tx, id, parts.tenant);
    if (invoice === null) throw new Refusal(invoiceNotFound);
    return invoice;
  });
}
