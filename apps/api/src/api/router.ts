import { getAutoTopUp } from "../auto-top-ups/get-auto-top-up.ts";
import { removeAutoTopUp } from "../auto-top-ups/remove-auto-top-up.ts";
import { setAutoTopUp } from "../auto-top-ups/set-auto-top-up.ts";
import { createBalance } from "../balances/create-balance.ts";
import { getBalance } from "../balances/get-balance.ts";
import { grantCredit } from "../balances/grant-credit.ts";
import { listBalanceEntries } from "../balances/list-balance-entries.ts";
import { listBalances } from "../balances/list-balances.ts";
import { updateBalance } from "../balances/update-balance.ts";
import { createInvoice } from "../billing/invoices/create-invoice.ts";
import { finalizeInvoice } from "../billing/invoices/finalize-invoice.ts";
import { getInvoice } from "../billing/invoices/get-invoice.ts";
import { hashUsage } from "../billing/invoices/hash-usage.ts";
import { listInvoices } from "../billing/invoices/list-invoices.ts";
import { proveUsage } from "../billing/invoices/prove-usage.ts";
import { rotateInvoiceLink } from "../billing/invoices/rotate-invoice-link.ts";
import { voidInvoice } from "../billing/invoices/void-invoice.ts";
import { createSettlement } from "../billing/settlements/create-settlement.ts";
import { getSettlement } from "../billing/settlements/get-settlement.ts";
import { listSettlements } from "../billing/settlements/list-settlements.ts";
import { proveSettlement } from "../billing/settlements/prove-settlement.ts";
import { getSpendingCap } from "../billing/spending-caps/get-spending-cap.ts";
import { getUpcomingInvoice } from "../bills/upcoming-invoice.ts";
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
import { voidUsageEvent } from "../corrections/void-usage-event.ts";
import { createCreditNote } from "../credit-notes/create-credit-note.ts";
import { getCreditNote } from "../credit-notes/get-credit-note.ts";
import { listCreditNotes } from "../credit-notes/list-credit-notes.ts";
import { refundCreditNote } from "../credit-notes/refund-credit-note.ts";
import { createDashboardSession } from "../dashboard/create-dashboard-session.ts";
import { getDashboardSession } from "../dashboard/get-dashboard-session.ts";
import { getOwnSession } from "../dashboard/get-own-session.ts";
import { getWalletMessage } from "../dashboard/get-wallet-message.ts";
import { listDashboardSessions } from "../dashboard/list-dashboard-sessions.ts";
import { listOwnGrants } from "../dashboard/list-own-grants.ts";
import { revokeDashboardSession } from "../dashboard/revoke-dashboard-session.ts";
import { signIn } from "../dashboard/sign-in.ts";
import { signInWithWallet } from "../dashboard/sign-in-with-wallet.ts";
import { signOut } from "../dashboard/sign-out.ts";
import { viewLink } from "../dashboard/view-link.ts";
import { getEmail } from "../emails/get-email.ts";
import { listEmails } from "../emails/list-emails.ts";
import { resendEmail } from "../emails/resend-email.ts";
import { commitHold } from "../holds/commit-hold.ts";
import { getHold } from "../holds/get-hold.ts";
import { placeHold } from "../holds/place-hold.ts";
import { releaseHold } from "../holds/release-hold.ts";
import { getInvoicePaymentStatus } from "../invoice-links/get-invoice-payment-status.ts";
import { listLinkedUsage } from "../invoice-links/list-linked-usage.ts";
import { payInvoiceLink } from "../invoice-links/pay-invoice-link.ts";
import { prepareInvoicePayment } from "../invoice-links/prepare-invoice-payment.ts";
import { proveLinkedPayment } from "../invoice-links/prove-linked-payment.ts";
import { sumLinkedUsage } from "../invoice-links/sum-linked-usage.ts";
import { viewInvoice } from "../invoice-links/view-invoice.ts";
import { createApiKey } from "../keys/api-keys/create-api-key.ts";
import { createWalletGrant } from "../keys/api-keys/create-wallet-grant.ts";
import { getApiKey } from "../keys/api-keys/get-api-key.ts";
import { getWalletGrant } from "../keys/api-keys/get-wallet-grant.ts";
import { listApiKeys } from "../keys/api-keys/list-api-keys.ts";
import { listWalletGrants } from "../keys/api-keys/list-wallet-grants.ts";
import { revokeApiKey } from "../keys/api-keys/revoke-api-key.ts";
import { revokeWalletGrant } from "../keys/api-keys/revoke-wallet-grant.ts";
import { rotateApiKey } from "../keys/api-keys/rotate-api-key.ts";
import { listAuditEvents } from "../keys/audit-events/list-audit-events.ts";
import { t } from "../operation/procedure.ts";
import { listOperations, proceduresOf } from "../operation/router.ts";
import { cancelOwnSubscription } from "../portal/page/cancel-own-subscription.ts";
import { changeSubscriber } from "../portal/page/change-subscriber.ts";
import { getOwnSpendingCap } from "../portal/page/get-own-spending-cap.ts";
import { getOwnUpcomingInvoice } from "../portal/page/get-own-upcoming-invoice.ts";
import { getOwnUsage } from "../portal/page/get-own-usage.ts";
import { listOwnBalanceEntries } from "../portal/page/list-own-balance-entries.ts";
import { listOwnBalances } from "../portal/page/list-own-balances.ts";
import { listOwnInvoices } from "../portal/page/list-own-invoices.ts";
import { listOwnSubscriptions } from "../portal/page/list-own-subscriptions.ts";
import { prepareOwnCap } from "../portal/page/prepare-own-cap.ts";
import { revokeOwnCap } from "../portal/page/revoke-own-cap.ts";
import { signOwnCap } from "../portal/page/sign-own-cap.ts";
import { topUpOwnBalance } from "../portal/page/top-up-own-balance.ts";
import { viewPortal } from "../portal/page/view-portal.ts";
import { createPortalSession } from "../portal/portal-sessions/create-portal-session.ts";
import { getPortalSession } from "../portal/portal-sessions/get-portal-session.ts";
import { listPortalSessions } from "../portal/portal-sessions/list-portal-sessions.ts";
import { revokePortalSession } from "../portal/portal-sessions/revoke-portal-session.ts";
import { createQuote } from "../quotes/create-quote.ts";
import { getHealth } from "../readiness/get-health.ts";
import { getReady } from "../readiness/get-ready.ts";
import { getSystem } from "../readiness/get-system.ts";
import { prepareRefund } from "../refund-links/prepare-refund.ts";
import { viewRefund } from "../refund-links/view-refund.ts";
import { getSettledReport } from "../reports/get-settled-report.ts";
import { getCheckoutStatus } from "../sessions/checkout/get-checkout-status.ts";
import { payCheckout } from "../sessions/checkout/pay-checkout.ts";
import { prepareCheckout } from "../sessions/checkout/prepare-checkout.ts";
import { viewCheckout } from "../sessions/checkout/view-checkout.ts";
import { cancelCheckoutSession } from "../sessions/checkout-sessions/cancel-checkout-session.ts";
import { completeCheckoutSession } from "../sessions/checkout-sessions/complete-checkout-session.ts";
import { createCheckoutSession } from "../sessions/checkout-sessions/create-checkout-session.ts";
import { getCheckoutSession } from "../sessions/checkout-sessions/get-checkout-session.ts";
import { listCheckoutSessions } from "../sessions/checkout-sessions/list-checkout-sessions.ts";
import { getSubscriber } from "../subscribers/get-subscriber.ts";
import { listSubscribers } from "../subscribers/list-subscribers.ts";
import { cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import { getSubscription } from "../subscriptions/get-subscription.ts";
import { listSubscriptions } from "../subscriptions/list-subscriptions.ts";
import { advanceTestClock } from "../time/advance-test-clock.ts";
import { createTopUp } from "../top-ups/create-top-up.ts";
import { batchUsageEvents } from "../usage/batch-usage-events.ts";
import { createUsageEvent } from "../usage/create-usage-event.ts";
import { getUsageEvent } from "../usage/get-usage-event.ts";
import { getUsageSeries } from "../usage/get-usage-series.ts";
import { listUsageEvents } from "../usage/list-usage-events.ts";
import { summarizeUsage } from "../usage/summarize-usage.ts";
import { getWebhookDelivery } from "../webhooks/deliveries/get-webhook-delivery.ts";
import { listWebhookDeliveries } from "../webhooks/deliveries/list-webhook-deliveries.ts";
import { redeliverEvents } from "../webhooks/deliveries/redeliver-events.ts";
import { redeliverWebhook } from "../webhooks/deliveries/redeliver-webhook.ts";
import { createWebhookEndpoint } from "../webhooks/endpoints/create-webhook-endpoint.ts";
import { deleteWebhookEndpoint } from "../webhooks/endpoints/delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "../webhooks/endpoints/get-webhook-endpoint.ts";
import { listWebhookEndpoints } from "../webhooks/endpoints/list-webhook-endpoints.ts";
import { rotateWebhookSecret } from "../webhooks/endpoints/rotate-webhook-secret.ts";
import { testWebhookEndpoint } from "../webhooks/endpoints/test-webhook-endpoint.ts";
import { updateWebhookEndpoint } from "../webhooks/endpoints/update-webhook-endpoint.ts";
import { getEvent } from "../webhooks/events/get-event.ts";
import { listEvents } from "../webhooks/events/list-events.ts";

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
