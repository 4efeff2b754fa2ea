import { createBalance } from "../balances/create-balance.ts";
import { getBalance } from "../balances/get-balance.ts";
import { grantCredit } from "../balances/grant-credit.ts";
import { listBalanceEntries } from "../balances/list-balance-entries.ts";
import { listBalances } from "../balances/list-balances.ts";
import { updateBalance } from "../balances/update-balance.ts";
import { createPlan } from "../catalog/plans/create-plan.ts";
import { getPlan } from "../catalog/plans/get-plan.ts";
import { listPlans } from "../catalog/plans/list-plans.ts";
import { createRateCard } from "../catalog/rate-cards/create-rate-card.ts";
import { getRateCard } from "../catalog/rate-cards/get-rate-card.ts";
import { listRateCards } from "../catalog/rate-cards/list-rate-cards.ts";
import { createService } from "../catalog/services/create-service.ts";
import { getService } from "../catalog/services/get-service.ts";
import { listServices } from "../catalog/services/list-services.ts";
import { updateService } from "../catalog/services/update-service.ts";
import { createTestClock } from "../catalog/test-clocks/create-test-clock.ts";
import { getTestClock } from "../catalog/test-clocks/get-test-clock.ts";
import { listTestClocks } from "../catalog/test-clocks/list-test-clocks.ts";
import { getUpcomingInvoice } from "../invoices/bills/upcoming-invoice.ts";
import { voidUsageEvent } from "../invoices/corrections/void-usage-event.ts";
import { createInvoice } from "../invoices/create-invoice.ts";
import { finalizeInvoice } from "../invoices/finalize-invoice.ts";
import { getInvoice } from "../invoices/get-invoice.ts";
import { hashUsage } from "../invoices/hash-usage.ts";
import { listInvoices } from "../invoices/list-invoices.ts";
import { proveUsage } from "../invoices/prove-usage.ts";
import { getSettledReport } from "../invoices/reports/get-settled-report.ts";
import { rotateInvoiceLink } from "../invoices/rotate-invoice-link.ts";
import { voidInvoice } from "../invoices/void-invoice.ts";
import { getEmail } from "../notify/emails/get-email.ts";
import { listEmails } from "../notify/emails/list-emails.ts";
import { resendEmail } from "../notify/emails/resend-email.ts";
import { getWebhookDelivery } from "../notify/webhooks/deliveries/get-webhook-delivery.ts";
import { listWebhookDeliveries } from "../notify/webhooks/deliveries/list-webhook-deliveries.ts";
import { redeliverEvents } from "../notify/webhooks/deliveries/redeliver-events.ts";
import { redeliverWebhook } from "../notify/webhooks/deliveries/redeliver-webhook.ts";
import { createWebhookEndpoint } from "../notify/webhooks/endpoints/create-webhook-endpoint.ts";
import { deleteWebhookEndpoint } from "../notify/webhooks/endpoints/delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "../notify/webhooks/endpoints/get-webhook-endpoint.ts";
import { listWebhookEndpoints } from "../notify/webhooks/endpoints/list-webhook-endpoints.ts";
import { rotateWebhookSecret } from "../notify/webhooks/endpoints/rotate-webhook-secret.ts";
import { testWebhookEndpoint } from "../notify/webhooks/endpoints/test-webhook-endpoint.ts";
import { updateWebhookEndpoint } from "../notify/webhooks/endpoints/update-webhook-endpoint.ts";
import { getEvent } from "../notify/webhooks/events/get-event.ts";
import { listEvents } from "../notify/webhooks/events/list-events.ts";
import { createApiKey } from "../operation/keys/api-keys/create-api-key.ts";
import { createWalletGrant } from "../operation/keys/api-keys/create-wallet-grant.ts";
import { getApiKey } from "../operation/keys/api-keys/get-api-key.ts";
import { getWalletGrant } from "../operation/keys/api-keys/get-wallet-grant.ts";
import { listApiKeys } from "../operation/keys/api-keys/list-api-keys.ts";
import { listWalletGrants } from "../operation/keys/api-keys/list-wallet-grants.ts";
import { revokeApiKey } from "../operation/keys/api-keys/revoke-api-key.ts";
import { revokeWalletGrant } from "../operation/keys/api-keys/revoke-wallet-grant.ts";
import { rotateApiKey } from "../operation/keys/api-keys/rotate-api-key.ts";
import { listAuditEvents } from "../operation/keys/audit-events/list-audit-events.ts";
import { t } from "../operation/procedure.ts";
import { listOperations, proceduresOf } from "../operation/router.ts";
import { getCheckoutStatus } from "../pages/checkout/get-checkout-status.ts";
import { payCheckout } from "../pages/checkout/pay-checkout.ts";
import { prepareCheckout } from "../pages/checkout/prepare-checkout.ts";
import { viewCheckout } from "../pages/checkout/view-checkout.ts";
import { cancelCheckoutSession } from "../pages/checkout-sessions/cancel-checkout-session.ts";
import { completeCheckoutSession } from "../pages/checkout-sessions/complete-checkout-session.ts";
import { createCheckoutSession } from "../pages/checkout-sessions/create-checkout-session.ts";
import { getCheckoutSession } from "../pages/checkout-sessions/get-checkout-session.ts";
import { listCheckoutSessions } from "../pages/checkout-sessions/list-checkout-sessions.ts";
import { createDashboardSession } from "../pages/dashboard/create-dashboard-session.ts";
import { getDashboardSession } from "../pages/dashboard/get-dashboard-session.ts";
import { getOwnSession } from "../pages/dashboard/get-own-session.ts";
import { getWalletMessage } from "../pages/dashboard/get-wallet-message.ts";
import { listDashboardSessions } from "../pages/dashboard/list-dashboard-sessions.ts";
import { listOwnGrants } from "../pages/dashboard/list-own-grants.ts";
import { revokeDashboardSession } from "../pages/dashboard/revoke-dashboard-session.ts";
import { signIn } from "../pages/dashboard/sign-in.ts";
import { signInWithWallet } from "../pages/dashboard/sign-in-with-wallet.ts";
import { signOut } from "../pages/dashboard/sign-out.ts";
import { viewLink } from "../pages/dashboard/view-link.ts";
import { getInvoicePaymentStatus } from "../pages/invoice-links/get-invoice-payment-status.ts";
import { listLinkedUsage } from "../pages/invoice-links/list-linked-usage.ts";
import { payInvoiceLink } from "../pages/invoice-links/pay-invoice-link.ts";
import { prepareInvoicePayment } from "../pages/invoice-links/prepare-invoice-payment.ts";
import { proveLinkedPayment } from "../pages/invoice-links/prove-linked-payment.ts";
import { sumLinkedUsage } from "../pages/invoice-links/sum-linked-usage.ts";
import { viewInvoice } from "../pages/invoice-links/view-invoice.ts";
import { cancelOwnSubscription } from "../pages/portal/page/cancel-own-subscription.ts";
import { changeSubscriber } from "../pages/portal/page/change-subscriber.ts";
import { getOwnSpendingCap } from "../pages/portal/page/get-own-spending-cap.ts";
import { getOwnUpcomingInvoice } from "../pages/portal/page/get-own-upcoming-invoice.ts";
import { getOwnUsage } from "../pages/portal/page/get-own-usage.ts";
import { listOwnBalanceEntries } from "../pages/portal/page/list-own-balance-entries.ts";
import { listOwnBalances } from "../pages/portal/page/list-own-balances.ts";
import { listOwnInvoices } from "../pages/portal/page/list-own-invoices.ts";
import { listOwnSubscriptions } from "../pages/portal/page/list-own-subscriptions.ts";
import { prepareOwnCap } from "../pages/portal/page/prepare-own-cap.ts";
import { revokeOwnCap } from "../pages/portal/page/revoke-own-cap.ts";
import { signOwnCap } from "../pages/portal/page/sign-own-cap.ts";
import { topUpOwnBalance } from "../pages/portal/page/top-up-own-balance.ts";
import { viewPortal } from "../pages/portal/page/view-portal.ts";
import { createPortalSession } from "../pages/portal/portal-sessions/create-portal-session.ts";
import { getPortalSession } from "../pages/portal/portal-sessions/get-portal-session.ts";
import { listPortalSessions } from "../pages/portal/portal-sessions/list-portal-sessions.ts";
import { revokePortalSession } from "../pages/portal/portal-sessions/revoke-portal-session.ts";
import { prepareRefund } from "../pages/refund-links/prepare-refund.ts";
import { viewRefund } from "../pages/refund-links/view-refund.ts";
import { getAutoTopUp } from "../settlements/auto-top-ups/get-auto-top-up.ts";
import { removeAutoTopUp } from "../settlements/auto-top-ups/remove-auto-top-up.ts";
import { setAutoTopUp } from "../settlements/auto-top-ups/set-auto-top-up.ts";
import { createSettlement } from "../settlements/create-settlement.ts";
import { createCreditNote } from "../settlements/credit-notes/create-credit-note.ts";
import { getCreditNote } from "../settlements/credit-notes/get-credit-note.ts";
import { listCreditNotes } from "../settlements/credit-notes/list-credit-notes.ts";
import { refundCreditNote } from "../settlements/credit-notes/refund-credit-note.ts";
import { getSettlement } from "../settlements/get-settlement.ts";
import { listSettlements } from "../settlements/list-settlements.ts";
import { proveSettlement } from "../settlements/prove-settlement.ts";
import { getSpendingCap } from "../settlements/spending-caps/get-spending-cap.ts";
import { createTopUp } from "../settlements/top-ups/create-top-up.ts";
import { cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import { getSubscription } from "../subscriptions/get-subscription.ts";
import { listSubscriptions } from "../subscriptions/list-subscriptions.ts";
import { getSubscriber } from "../subscriptions/subscribers/get-subscriber.ts";
import { listSubscribers } from "../subscriptions/subscribers/list-subscribers.ts";
import { batchUsageEvents } from "../usage/batch-usage-events.ts";
import { createUsageEvent } from "../usage/create-usage-event.ts";
import { getUsageEvent } from "../usage/get-usage-event.ts";
import { getUsageSeries } from "../usage/get-usage-series.ts";
import { commitHold } from "../usage/holds/commit-hold.ts";
import { getHold } from "../usage/holds/get-hold.ts";
import { placeHold } from "../usage/holds/place-hold.ts";
import { releaseHold } from "../usage/holds/release-hold.ts";
import { listUsageEvents } from "../usage/list-usage-events.ts";
import { createQuote } from "../usage/quotes/create-quote.ts";
import { summarizeUsage } from "../usage/summarize-usage.ts";
import { getHealth } from "./readiness/get-health.ts";
import { getReady } from "./readiness/get-ready.ts";
import { getSystem } from "./readiness/get-system.ts";
import { advanceTestClock } from "./time/advance-test-clock.ts";

/** Every operation, by its tRPC name. */
const tree = {
  services: {
    create: createService,
    list: listServices,
    get: getService,
    update: updateService,
  },
  plans: {
    create: createPlan,
    get: getPlan,
    list: listPlans,
  },
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
  balances: {
    create: createBalance,
    list: listBalances,
    get: getBalance,
    update: updateBalance,
    entries: listBalanceEntries,
    topUp: createTopUp,
    grant: grantCredit,
    setAutoTopUp,
    autoTopUp: getAutoTopUp,
    removeAutoTopUp,
  },
  holds: {
    create: placeHold,
    get: getHold,
    commit: commitHold,
    release: releaseHold,
  },
  invoices: {
    create: createInvoice,
    get: getInvoice,
    list: listInvoices,
    usageHash: hashUsage,
    usageProof: proveUsage,
    finalize: finalizeInvoice,
    void: voidInvoice,
    rotateLink: rotateInvoiceLink,
  },
  invoiceLinks: {
    view: viewInvoice,
    prepare: prepareInvoicePayment,
    pay: payInvoiceLink,
    status: getInvoicePaymentStatus,
    usage: sumLinkedUsage,
    usageEvents: listLinkedUsage,
    proof: proveLinkedPayment,
  },
  creditNotes: {
    create: createCreditNote,
    list: listCreditNotes,
    get: getCreditNote,
    refund: refundCreditNote,
  },
  refundLinks: { view: viewRefund, prepare: prepareRefund },
  settlements: {
    create: createSettlement,
    get: getSettlement,
    proof: proveSettlement,
    list: listSettlements,
  },
  reports: { settled: getSettledReport },
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
