import { invoices } from "../billing/invoices/operations.ts";
import { settlements } from "../billing/settlements/operations.ts";
import { spendingCaps } from "../billing/spending-caps/operations.ts";
import { createPlan } from "../catalog/plans/create-plan.ts";
import { getPlan } from "../catalog/plans/get-plan.ts";
import { listPlans } from "../catalog/plans/list-plans.ts";
import { createService } from "../catalog/services/create-service.ts";
import { getService } from "../catalog/services/get-service.ts";
import { listServices } from "../catalog/services/list-services.ts";
import { updateService } from "../catalog/services/update-service.ts";
import { createApiKey } from "../keys/api-keys/create-api-key.ts";
import { getApiKey } from "../keys/api-keys/get-api-key.ts";
import { listApiKeys } from "../keys/api-keys/list-api-keys.ts";
import { revokeApiKey } from "../keys/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "../keys/api-keys/rotate-api-key.ts";
import { listAuditEvents } from "../keys/audit-events/list-audit-events.ts";
import { t } from "../operation/procedure.ts";
import { listOperations, proceduresOf } from "../operation/router.ts";
import { getHealth } from "../readiness/get-health.ts";
import { getReady } from "../readiness/get-ready.ts";
import { checkout } from "../sessions/checkout/operations.ts";
import { checkoutSessions } from "../sessions/checkout-sessions/operations.ts";
import { subscriptions } from "../subscriptions/operations.ts";
import { usageEvents } from "../usage/operations.ts";
import { webhookDeliveries } from "../webhooks/deliveries/operations.ts";
import { webhookEndpoints } from "../webhooks/endpoints/operations.ts";
import { events } from "../webhooks/events/operations.ts";

/** Every operation, under the name that tRPC clients call it by. */
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
  checkoutSessions,
  checkout,
  subscriptions,
  usageEvents,
  invoices,
  settlements,
  spendingCaps,
  webhookEndpoints,
  webhookDeliveries,
  events,
  auditEvents: { list: listAuditEvents },
  apiKeys: {
    create: createApiKey,
    list: listApiKeys,
    get: getApiKey,
    rotate: rotateApiKey,
    revoke: revokeApiKey,
  },
  ready: getReady,
  health: getHealth,
};

export const operations = listOperations(tree);

export const appRouter = t.router(proceduresOf(tree));

/** What a tRPC client is typed with. */
export type AppRouter = typeof appRouter;
