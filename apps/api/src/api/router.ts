import { invoices } from "../billing/invoices/operations.ts";
import { settlements } from "../billing/settlements/operations.ts";
import { spendingCaps } from "../billing/spending-caps/operations.ts";
import { plans } from "../catalog/plans/operations.ts";
import { services } from "../catalog/services/operations.ts";
import { apiKeys } from "../keys/api-keys/operations.ts";
import { auditEvents } from "../keys/audit-events/operations.ts";
import { t } from "../operation/procedure.ts";
import { listOperations, proceduresOf } from "../operation/router.ts";
import { getHealth } from "../readiness/get-health.ts";
import { getReady } from "../readiness/get-ready.ts";
import { getCheckoutStatus } from "../sessions/checkout/get-checkout-status.ts";
import { payCheckout } from "../sessions/checkout/pay-checkout.ts";
import { prepareCheckout } from "../sessions/checkout/prepare-checkout.ts";
import { viewCheckout } from "../sessions/checkout/view-checkout.ts";
import { cancelCheckoutSession } from "../sessions/checkout-sessions/cancel-checkout-session.ts";
import { completeCheckoutSession } from "../sessions/checkout-sessions/complete-checkout-session.ts";
import { createCheckoutSession } from "../sessions/checkout-sessions/create-checkout-session.ts";
import { getCheckoutSession } from "../sessions/checkout-sessions/get-checkout-session.ts";
import { listCheckoutSessions } from "../sessions/checkout-sessions/list-checkout-sessions.ts";
import { subscriptions } from "../subscriptions/operations.ts";
import { batchUsageEvents } from "../usage/batch-usage-events.ts";
import { createUsageEvent } from "../usage/create-usage-event.ts";
import { getUsageEvent } from "../usage/get-usage-event.ts";
import { listUsageEvents } from "../usage/list-usage-events.ts";
import { summarizeUsage } from "../usage/summarize-usage.ts";
import { webhookDeliveries } from "../webhooks/deliveries/operations.ts";
import { webhookEndpoints } from "../webhooks/endpoints/operations.ts";
import { events } from "../webhooks/events/operations.ts";

/** Every operation, under the name that tRPC clients call it by. */
const tree = {
  services,
  plans,
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
  subscriptions,
  usageEvents: {
    create: createUsageEvent,
    batch: batchUsageEvents,
    get: getUsageEvent,
    list: listUsageEvents,
    summary: summarizeUsage,
  },
  invoices,
  settlements,
  spendingCaps,
  webhookEndpoints,
  webhookDeliveries,
  events,
  auditEvents,
  apiKeys,
  ready: getReady,
  health: getHealth,
};

export const operations = listOperations(tree);

export const appRouter = t.router(proceduresOf(tree));

/** What a tRPC client is typed with. */
export type AppRouter = typeof appRouter;
