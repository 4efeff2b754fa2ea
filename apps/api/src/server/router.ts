import { listAlertStates } from "../alerts/alert-states.ts";
import { createAlert, getAlert, listAlerts, removeAlert } from "../alerts/alerts.ts";
import {
  createBalance,
  getBalance,
  listBalanceEntries,
  listBalances,
  updateBalance,
} from "../balances/balances.ts";
import { grantCredit } from "../balances/grant-credit.ts";
import {
  addRecurringGrant,
  endRecurringGrantByCall,
  listRecurringGrants,
} from "../balances/recurring-grants/recurring-grants.ts";
import { sumBalances } from "../balances/sum-balances.ts";
import { createPlan, getPlan, listPlans } from "../catalog/plans/plans.ts";
import { createRateCard, getRateCard, listRateCards } from "../catalog/rate-cards/rate-cards.ts";
import {
  createService,
  getService,
  listServices,
  updateService,
} from "../catalog/services/services.ts";
import {
  createTestClock,
  getTestClock,
  listTestClocks,
} from "../catalog/test-clocks/test-clocks.ts";
import { listAttention } from "../explain/attention.ts";
import { countRecords } from "../explain/count-records.ts";
import { explainInvoice } from "../explain/explain-invoice.ts";
import { applyBalance } from "../invoices/apply-balance.ts";
import { getUpcomingTotals, listUpcomingCharges } from "../invoices/bills/upcoming-charges.ts";
import { getUpcomingInvoice } from "../invoices/bills/upcoming-invoice.ts";
import { voidUsageEvent } from "../invoices/corrections/void-usage-event.ts";
import { createInvoice } from "../invoices/create-invoice.ts";
import { voidInvoice } from "../invoices/end-invoice.ts";
import {
  finalizeInvoice,
  getInvoice,
  listInvoices,
  rotateInvoiceLink,
} from "../invoices/invoices.ts";
import { proveBilledUsage } from "../invoices/prove-usage.ts";
import { getSettledReport } from "../invoices/reports/settled-report.ts";
import { getEmail, listEmails, resendEmail } from "../notify/emails/emails.ts";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverEvents,
  redeliverWebhook,
} from "../notify/webhooks/deliveries/webhook-deliveries.ts";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "../notify/webhooks/endpoints/webhook-endpoints.ts";
import { getEvent, listEvents, testWebhookEndpoint } from "../notify/webhooks/events/events.ts";
import { createApiKey, getApiKey, listApiKeys } from "../operation/keys/api-keys/api-keys.ts";
import { revokeApiKey, rotateApiKey } from "../operation/keys/api-keys/end-api-key.ts";
import {
  createWalletGrant,
  getWalletGrant,
  listWalletGrants,
  revokeWalletGrant,
} from "../operation/keys/api-keys/wallet-grants.ts";
import { listAuditEvents } from "../operation/keys/audit-events/list-audit-events.ts";
import { t } from "../operation/procedure.ts";
import { listOperations, proceduresOf } from "../operation/router.ts";
import { payCheckout, prepareCheckout } from "../pages/checkout/pay-checkout.ts";
import { getCheckoutStatus, viewCheckout } from "../pages/checkout/view-checkout.ts";
import {
  cancelCheckoutSession,
  createCheckoutSession,
  getCheckoutSession,
  listCheckoutSessions,
} from "../pages/checkout-sessions/checkout-sessions.ts";
import { completeCheckoutSession } from "../pages/checkout-sessions/complete-checkout-session.ts";
import {
  createDashboardSession,
  getDashboardSession,
  listDashboardSessions,
  revokeDashboardSession,
  viewLink,
} from "../pages/dashboard/dashboard-sessions.ts";
import { getOwnSession, signIn, signOut } from "../pages/dashboard/sign-in.ts";
import {
  getWalletMessage,
  listOwnGrants,
  signInWithWallet,
} from "../pages/dashboard/sign-in-with-wallet.ts";
import { disputeInvoiceLink } from "../pages/invoice-links/dispute-invoice.ts";
import {
  listLinkedChanges,
  listLinkedRoots,
  listLinkedUsage,
  sumLinkedUsage,
} from "../pages/invoice-links/linked-usage.ts";
import { payInvoiceLink, prepareInvoicePayment } from "../pages/invoice-links/pay-invoice-link.ts";
import {
  getInvoicePaymentStatus,
  proveLinkedInvoice,
  viewInvoice,
} from "../pages/invoice-links/view-invoice.ts";
import {
  listOwnBalanceEntries,
  listOwnBalances,
  topUpOwnBalance,
} from "../pages/portal/page/own-balances.ts";
import {
  getOwnSpendingCap,
  prepareOwnCap,
  revokeOwnCap,
  signOwnCap,
} from "../pages/portal/page/own-cap.ts";
import { listOwnSubjects, stopOwnUsage } from "../pages/portal/page/own-subjects.ts";
import {
  cancelOwnSubscription,
  listOwnSubscriptions,
} from "../pages/portal/page/own-subscriptions.ts";
import {
  getOwnUpcomingInvoice,
  getOwnUsage,
  listOwnAlerts,
  listOwnInvoices,
  listOwnLimits,
  listOwnUsageChanges,
  listOwnUsageRoots,
} from "../pages/portal/page/own-usage.ts";
import { changeSubscriber, viewPortal } from "../pages/portal/page/view-portal.ts";
import {
  createPortalSession,
  getPortalSession,
  listPortalSessions,
  revokePortalSession,
} from "../pages/portal/portal-sessions/portal-sessions.ts";
import { prepareRefund, viewRefund } from "../pages/refund-links/refund-links.ts";
import {
  getAutoTopUp,
  removeAutoTopUp,
  setAutoTopUp,
} from "../settlements/auto-top-ups/auto-top-ups.ts";
import { createSettlement } from "../settlements/create-settlement.ts";
import { createCreditNote } from "../settlements/credit-notes/create-credit-note.ts";
import { getCreditNote, listCreditNotes } from "../settlements/credit-notes/credit-notes.ts";
import { refundCreditNote } from "../settlements/credit-notes/refund-credit-note.ts";
import { acceptDispute } from "../settlements/disputes/accept-dispute.ts";
import { createDispute } from "../settlements/disputes/create-dispute.ts";
import { declineDispute, getDispute, listDisputes } from "../settlements/disputes/disputes.ts";
import { proveInvoice } from "../settlements/prove-invoice.ts";
import { getSettlement, listSettlements, proveSettlement } from "../settlements/settlements.ts";
import { getSpendingCap } from "../settlements/spending-caps/spending-caps.ts";
import { createTopUp } from "../settlements/top-ups/top-ups.ts";
import { getSubscriber, listSubscribers } from "../subscriptions/subscribers/subscribers.ts";
import {
  cancelSubscription,
  getSubscription,
  listSubscriptions,
} from "../subscriptions/subscriptions.ts";
import { batchUsageEvents } from "../usage/batch-usage-events.ts";
import { createUsageEvent } from "../usage/create-usage-event.ts";
import { commitHold } from "../usage/holds/commit-hold.ts";
import { getHold, placeHold, releaseHold } from "../usage/holds/holds.ts";
import {
  getLimit,
  listLimits,
  listLimitUsage,
  removeLimit,
  setLimit,
} from "../usage/limits/limits.ts";
import { createQuote } from "../usage/quotes/create-quote.ts";
import { getSigningKeys, listUsageChanges, listUsageRoots } from "../usage/roots/usage-roots.ts";
import { listSubjects } from "../usage/subjects/list-subjects.ts";
import { getUsageSeries, summarizeUsage } from "../usage/summarize-usage.ts";
import { getUsageEvent, listUsageEvents } from "../usage/usage-events.ts";
import { settleX402, supportedX402, verifyX402 } from "../x402/facilitator.ts";
import { getX402Payment, listX402Payments } from "../x402/payments.ts";
import { getHealth } from "./readiness/get-health.ts";
import { getReady } from "./readiness/get-ready.ts";
import { getSystem } from "./readiness/get-system.ts";
import { advanceTestClock } from "./time/advance-test-clock.ts";

/** Every operation, by its tRPC name. */
const tree = {
  services: { create: createService, list: listServices, get: getService, update: updateService },
  plans: { create: createPlan, get: getPlan, list: listPlans },
  rateCards: { create: createRateCard, get: getRateCard, list: listRateCards },
  quotes: { create: createQuote },
  testClocks: {
    create: createTestClock,
    list: listTestClocks,
    get: getTestClock,
    advance: advanceTestClock,
  },
  checkoutSessions: {
    create: createCheckoutSession,
    get: getCheckoutSession,
    list: listCheckoutSessions,
    complete: completeCheckoutSession,
    cancel: cancelCheckoutSession,
  },
  checkout: {
    view: viewCheckout,
    prepare: prepareCheckout,
    pay: payCheckout,
    status: getCheckoutStatus,
  },
  subscriptions: {
    get: getSubscription,
    list: listSubscriptions,
    cancel: cancelSubscription,
    upcomingInvoice: getUpcomingInvoice,
    upcomingCharges: listUpcomingCharges,
    upcomingTotals: getUpcomingTotals,
  },
  subscribers: { list: listSubscribers, get: getSubscriber },
  usageEvents: {
    create: createUsageEvent,
    batch: batchUsageEvents,
    get: getUsageEvent,
    list: listUsageEvents,
    summary: summarizeUsage,
    series: getUsageSeries,
    void: voidUsageEvent,
  },
  subjects: { list: listSubjects },
  usageRoots: { list: listUsageRoots, changes: listUsageChanges, keys: getSigningKeys },
  balances: {
    create: createBalance,
    list: listBalances,
    get: getBalance,
    totals: sumBalances,
    update: updateBalance,
    entries: listBalanceEntries,
    topUp: createTopUp,
    grant: grantCredit,
    addRecurringGrant,
    recurringGrants: listRecurringGrants,
    endRecurringGrant: endRecurringGrantByCall,
    setAutoTopUp,
    autoTopUp: getAutoTopUp,
    removeAutoTopUp,
  },
  holds: { create: placeHold, get: getHold, commit: commitHold, release: releaseHold },
  invoices: {
    create: createInvoice,
    applyBalance,
    get: getInvoice,
    list: listInvoices,
    explain: explainInvoice,
    proof: proveInvoice,
    usageProof: proveBilledUsage,
    finalize: finalizeInvoice,
    void: voidInvoice,
    rotateLink: rotateInvoiceLink,
  },
  invoiceLinks: {
    view: viewInvoice,
    prepare: prepareInvoicePayment,
    pay: payInvoiceLink,
    dispute: disputeInvoiceLink,
    status: getInvoicePaymentStatus,
    usage: sumLinkedUsage,
    usageEvents: listLinkedUsage,
    usageRoots: listLinkedRoots,
    usageChanges: listLinkedChanges,
    proof: proveLinkedInvoice,
  },
  creditNotes: {
    create: createCreditNote,
    list: listCreditNotes,
    get: getCreditNote,
    refund: refundCreditNote,
  },
  alerts: {
    create: createAlert,
    get: getAlert,
    list: listAlerts,
    remove: removeAlert,
    states: listAlertStates,
  },
  limits: {
    set: setLimit,
    get: getLimit,
    list: listLimits,
    remove: removeLimit,
    usage: listLimitUsage,
  },
  disputes: {
    create: createDispute,
    list: listDisputes,
    get: getDispute,
    accept: acceptDispute,
    decline: declineDispute,
  },
  refundLinks: { view: viewRefund, prepare: prepareRefund },
  settlements: {
    create: createSettlement,
    get: getSettlement,
    proof: proveSettlement,
    list: listSettlements,
  },
  x402: { supported: supportedX402, verify: verifyX402, settle: settleX402 },
  x402Payments: { list: listX402Payments, get: getX402Payment },
  reports: { settled: getSettledReport, attention: listAttention, counts: countRecords },
  spendingCaps: { get: getSpendingCap },
  portalSessions: {
    create: createPortalSession,
    list: listPortalSessions,
    get: getPortalSession,
    revoke: revokePortalSession,
  },
  portal: {
    view: viewPortal,
    changeSubscriber,
    subscriptions: listOwnSubscriptions,
    cancel: cancelOwnSubscription,
    usage: getOwnUsage,
    usageRoots: listOwnUsageRoots,
    usageChanges: listOwnUsageChanges,
    limits: listOwnLimits,
    alerts: listOwnAlerts,
    subjects: listOwnSubjects,
    stop: stopOwnUsage,
    upcomingInvoice: getOwnUpcomingInvoice,
    invoices: listOwnInvoices,
    spendingCap: getOwnSpendingCap,
    prepareCap: prepareOwnCap,
    signCap: signOwnCap,
    revokeCap: revokeOwnCap,
    balances: listOwnBalances,
    balanceEntries: listOwnBalanceEntries,
    topUp: topUpOwnBalance,
  },
  dashboardSessions: {
    create: createDashboardSession,
    list: listDashboardSessions,
    get: getDashboardSession,
    revoke: revokeDashboardSession,
  },
  walletGrants: {
    create: createWalletGrant,
    list: listWalletGrants,
    get: getWalletGrant,
    revoke: revokeWalletGrant,
  },
  dashboard: {
    viewLink,
    signIn,
    walletMessage: getWalletMessage,
    walletGrants: listOwnGrants,
    signInWithWallet,
    session: getOwnSession,
    signOut,
  },
  webhookEndpoints: {
    create: createWebhookEndpoint,
    list: listWebhookEndpoints,
    get: getWebhookEndpoint,
    update: updateWebhookEndpoint,
    delete: deleteWebhookEndpoint,
    rotateSecret: rotateWebhookSecret,
    test: testWebhookEndpoint,
    redeliver: redeliverEvents,
  },
  webhookDeliveries: {
    list: listWebhookDeliveries,
    get: getWebhookDelivery,
    redeliver: redeliverWebhook,
  },
  events: { list: listEvents, get: getEvent },
  emails: { list: listEmails, get: getEmail, resend: resendEmail },
  auditEvents: { list: listAuditEvents },
  apiKeys: {
    create: createApiKey,
    list: listApiKeys,
    get: getApiKey,
    rotate: rotateApiKey,
    revoke: revokeApiKey,
  },
  system: { get: getSystem },
  ready: getReady,
  health: getHealth,
};

export const operations = listOperations(tree);

export const appRouter = t.router(proceduresOf(tree));

/** The router type for tRPC clients. */
export type AppRouter = typeof appRouter;
