import { createHash } from "node:crypto";
import { type Invoice, NotFoundError, type SpendingCap, type UsanceClient } from "@usance/sdk";
import type { Bill, Bills } from "./bills.ts";
import type { Sale } from "./setup.ts";

/**
 * Has one invoice for a bill, and takes what is due under the spending cap that the subscriber has signed at
 * checkout. Without a cap the invoice stays OPEN. It can be done again wherever it was left.
 *
 * @returns the invoice as it is now
 * @throws UsanceError when Usance is away, or the chain does not allow it
 */
export async function carryOutBill(
  usance: UsanceClient,
  bills: Bills,
  sale: Sale,
  bill: Bill,
): Promise<Pick<Invoice, "id" | "status">> {
  const { id, status } = await openInvoice(usance, bills, sale, bill);
  const cap = status === "OPEN" ? await findCap(usance, bill) : null;
  const invoice = cap === null ? { id, status } : await collect(usance, id, cap);
  if (invoice.status !== "OPEN") bills.close(bill);
  return invoice;
}

/**
 * An Idempotency-Key is remembered for 24 hours; this has to hold for longer. So the invoice begins as a
 * draft, which nobody owes, and is opened once it is noted: a run that died in between leaves a draft at most.
 */
async function openInvoice(
  { invoices }: UsanceClient,
  bills: Bills,
  { serviceId, paymentPlanId }: Sale,
  bill: Bill,
): Promise<Invoice> {
  const { subscriptionId, userId, amount, until } = bill;
  let { invoiceId } = bill;
  if (invoiceId === null) {
    const draft = await invoices.create(
      { serviceId, paymentPlanId, userId, subscriptionId, amount, status: "DRAFT" },
      { idempotencyKey: `bill:${subscriptionId}:${until}` },
    );
    invoiceId = bills.invoiced(bill, draft.id);
  }
  const invoice = await invoices.get({ invoiceId });
  if (invoice.status !== "DRAFT") return invoice;
  return invoices.finalize({ invoiceId }, { idempotencyKey: `open:${invoiceId}` });
}

async function findCap({ spendingCaps }: UsanceClient, { subscriptionId }: Bill) {
  try {
    return await spendingCaps.get({ subscriptionId });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** The reference is made of the invoice's id, so it is the same whenever this is tried: nothing is taken twice. */
async function collect(
  { settlements }: UsanceClient,
  invoiceId: string,
  { payerAddress, merchantAddress }: SpendingCap,
): Promise<Pick<Invoice, "id" | "status">> {
  const referenceHash = `0x${createHash("sha256").update(invoiceId).digest("hex")}`;
  const payment = { invoiceId, referenceHash, payerAddress, merchantAddress };
  const { settlement } = await settlements.create({ ...payment, collect: "allowance" });
  return settlement.invoice;
}
