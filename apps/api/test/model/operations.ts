import type { Expected, ModelCall } from "./model-call.ts";
import { getAutoTopUp, removeAutoTopUp, setAutoTopUp } from "./rules/auto-top-ups.ts";
import {
  createBalance,
  createTopUp,
  getBalance,
  grantCredit,
  listBalances,
  listEntries,
  updateBalance,
} from "./rules/balances.ts";
import {
  createCreditNote,
  getCreditNote,
  listCreditNotes,
  readRefund,
  refundCreditNote,
} from "./rules/credit-notes.ts";
import { commitHold, createHold, getHold, holdForms, releaseHold } from "./rules/holds.ts";
import {
  createInvoice,
  finalizeInvoice,
  getInvoice,
  listInvoices,
  voidInvoice,
} from "./rules/invoices.ts";
import { createPlan, listPlans } from "./rules/plans.ts";
import { createService, getService, listServices, updateService } from "./rules/services.ts";
import {
  cancelSession,
  completeSession,
  createSession,
  getSession,
  listSessions,
} from "./rules/sessions.ts";
import { getSettlement, listSettlements } from "./rules/settlements.ts";
import { cancelSubscription, getSubscription, listSubscriptions } from "./rules/subscriptions.ts";
import {
  createBatch,
  createUsageEvent,
  getUsageEvent,
  listUsageEvents,
} from "./rules/usage-events.ts";
import { voidUsageEvent } from "./rules/usage-voids.ts";

export type Rule = (call: ModelCall) => Expected;

/** All or nothing: a refusal changes nothing, not even what is due. */
export const writes: Readonly<Record<string, Rule>> = {
  "services.create": createService,
  "services.update": updateService,
  "plans.create": createPlan,
  "checkoutSessions.create": createSession,
  "checkoutSessions.complete": completeSession,
  "checkoutSessions.cancel": cancelSession,
  "subscriptions.cancel": cancelSubscription,
  "invoices.create": createInvoice,
  "invoices.finalize": finalizeInvoice,
  "invoices.void": voidInvoice,
  "usageEvents.void": voidUsageEvent,
  "creditNotes.create": createCreditNote,
  "creditNotes.refund": refundCreditNote,
  "balances.create": createBalance,
  "balances.update": updateBalance,
  "balances.grant": grantCredit,
  "balances.topUp": createTopUp,
  "balances.setAutoTopUp": setAutoTopUp,
  "balances.removeAutoTopUp": removeAutoTopUp,
  "holds.create": createHold,
  "holds.commit": commitHold,
  "holds.release": releaseHold,
};

/** What is checked before an Idempotency-Key, by operation. */
export const beforeKey: Readonly<Record<string, (call: ModelCall) => unknown>> = {
  ...holdForms,
  "creditNotes.refund": readRefund,
};

/**
 * Usage is recorded outside the transaction: due changes of the records that it names are applied even if it is
 * refused.
 */
export const others: Readonly<Record<string, Rule>> = {
  "usageEvents.create": createUsageEvent,
  "usageEvents.batch": createBatch,
  "usageEvents.get": getUsageEvent,
  "services.get": getService,
  "checkoutSessions.get": getSession,
  "subscriptions.get": getSubscription,
  "invoices.get": getInvoice,
  "creditNotes.get": getCreditNote,
  "settlements.get": getSettlement,
  "balances.get": getBalance,
  "balances.autoTopUp": getAutoTopUp,
  "balances.entries": listOf("balanceEntries", listEntries),
  "balances.list": listOf("balances", listBalances),
  "holds.get": getHold,
  "services.list": listOf("services", listServices),
  "plans.list": listOf("plans", listPlans),
  "checkoutSessions.list": listOf("checkoutSessions", listSessions),
  "subscriptions.list": listOf("subscriptions", listSubscriptions),
  "usageEvents.list": listOf("usageEvents", listUsageEvents),
  "invoices.list": listOf("invoices", listInvoices),
  "creditNotes.list": listOf("creditNotes", listCreditNotes),
  "settlements.list": listOf("settlements", listSettlements),
};

/**
 * Whether a refused call may have applied due changes. Writes of one transaction have not. Holds are one
 * transaction only with an Idempotency-Key, and even then their events are recorded outside it.
 */
export function leavesTraces({
  operation,
  input,
  idempotencyKey,
}: {
  readonly operation: string;
  readonly input: ModelCall["input"];
  readonly idempotencyKey: string | null;
}): boolean {
  if (operation in others) return true;
  const isOfBatch = idempotencyKey === null || input.usageEvent !== undefined;
  return operation.startsWith("holds.") && isOfBatch;
}

/** Operations and nouns that the model omits. They have tests next to their code. */
export const notPlayed: readonly string[] = [
  "plans.get",
  "rateCards",
  "quotes",
  "subscriptions.upcomingInvoice",
  "subscriptions.upcomingCharges",
  "subscriptions.upcomingTotals",
  "testClocks",
  "balances.addRecurringGrant",
  "balances.recurringGrants",
  "balances.endRecurringGrant",
  "balances.totals",
  "usageEvents.summary",
  "usageEvents.series",
  "usageRoots",
  "invoices.explain",
  "invoices.proof",
  "invoices.applyBalance",
  "invoices.usageProof",
  "invoices.rotateLink",
  "alerts",
  "limits",
  "subjects",
  "disputes",
  "settlements.proof",
  "x402",
  "x402Payments",
  "checkout",
  "invoiceLinks",
  "subscribers",
  "reports",
  "system",
  "refundLinks",
  "spendingCaps",
  "portalSessions",
  "portal",
  "dashboardSessions",
  "walletGrants",
  "dashboard",
  "webhookEndpoints",
  "webhookDeliveries",
  "events",
  "emails",
  "auditEvents",
  "apiKeys",
  "ready",
  "health",
];

/** A list is compared as a whole, because callers read all of its pages. */
function listOf(plural: string, list: (call: ModelCall) => unknown[]): Rule {
  return (call) => ({ status: 200, body: { [plural]: list(call) } });
}
