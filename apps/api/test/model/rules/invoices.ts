import { type Expected, Fields, type ModelCall, newIdIn, Refused } from "../model-call.ts";
import { showInvoice, showInvoiceSummary } from "../views.ts";
import { type Invoice, put, type World } from "../world.ts";
import { expireInvoices, invoiceAsOfNow } from "./invoice-expiry.ts";
import { linesOf } from "./lines.ts";
import { planOf } from "./plans.ts";
import { listedIn, namedIn } from "./services.ts";
import { liveSettlement, settlementInProgress } from "./settlements.ts";
import { renew, subscriptionOf } from "./subscriptions.ts";
import { userOf } from "./users.ts";

const firstStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED"];

export function createInvoice(call: ModelCall): Expected {
  const { world, tenant, input } = call;
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const paymentPlanId = fields.text("paymentPlanId");
  const userId = fields.text("userId");
  const amount = fields.decimal("amount");
  if (input.status === "PAID") {
    throw new Refused(400, "Invoices cannot be created with PAID status.");
  }
  const status = fields.optionalWord("status", firstStatuses) ?? "DRAFT";
  const dueAt = fields.optionalMoment("dueAt") ?? null;
  const subscriptionId = fields.optionalText("subscriptionId") ?? null;
  const mismatch = "Invoice lines must add up to the invoice amount.";
  const lines = linesOf(fields, amount, { mismatch, isSigned: true });
  planOf(call, paymentPlanId, serviceId);
  userOf(world, tenant, userId);
  if (subscriptionId !== null) {
    const subscription = subscriptionOf(call, subscriptionId, { serviceId, userId });
    renew(world, subscription.id);
    if (subscription.paymentPlanId !== paymentPlanId) {
      throw new Refused(400, "Payment plan does not match the subscription.");
    }
  }
  const invoice: Invoice = {
    id: newIdIn(call, "invoice"),
    serviceId,
    paymentPlanId,
    userId,
    subscriptionId,
    status: status as Invoice["status"],
    amount,
    dueAt,
    paidAt: null,
    lines,
    createdAt: world.now,
  };
  put(world.invoices, invoice);
  return { status: 201, body: { invoice: showInvoice(world, invoice) } };
}

/** The invoice that a caller names, as of now. */
export function namedInvoice(call: ModelCall): Invoice {
  const { world } = call;
  return invoiceAsOfNow(world, namedIn(world.invoices, call, ["invoiceId", "Invoice"]).id);
}

const shown = (world: World, invoice: Invoice): Expected => ({
  status: 200,
  body: { invoice: showInvoice(world, invoice) },
});

export const getInvoice = (call: ModelCall): Expected => shown(call.world, namedInvoice(call));

export const finalizeInvoice = (call: ModelCall): Expected => move(call, ["DRAFT"], "OPEN");

export function voidInvoice(call: ModelCall): Expected {
  const { id, status } = namedInvoice(call);
  // The chain may still record it, and a void invoice is never paid.
  if (status === "OPEN" && liveSettlement(call.world, id) !== undefined)
    throw settlementInProgress();
  return move(call, ["DRAFT", "OPEN"], "VOID");
}

function move(call: ModelCall, from: readonly string[], to: "OPEN" | "VOID"): Expected {
  const before = namedInvoice(call);
  if (!from.includes(before.status)) {
    throw new Refused(409, `Invoice cannot move from ${before.status} to ${to}.`);
  }
  put(call.world.invoices, { ...before, status: to });
  // A draft whose due time has passed before it is sent has already expired in the response.
  return shown(call.world, invoiceAsOfNow(call.world, before.id));
}

export function listInvoices(call: ModelCall): unknown[] {
  const { world } = call;
  expireInvoices(world);
  const invoices = listedIn(world.invoices, call, ["subscriptionId", "status"]);
  return invoices.map((invoice) => showInvoiceSummary(world, invoice));
}
