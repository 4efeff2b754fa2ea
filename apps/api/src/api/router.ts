import { z } from "zod";
import { invoices } from "../billing/invoices/procedures.ts";
import { settlements } from "../billing/settlements/procedures.ts";
import { spendingCaps } from "../billing/spending-caps/procedures.ts";
import { plans } from "../catalog/plans/procedures.ts";
import { services } from "../catalog/services/procedures.ts";
import { apiKeys } from "../keys/api-keys/procedures.ts";
import { auditEvents } from "../keys/audit-events/procedures.ts";
import { open, router } from "../operation/base.ts";
import { apiRoot, restOutsideRoot } from "../operation/rest.ts";
import { ready } from "../readiness/procedures.ts";
import { checkout } from "../sessions/checkout/procedures.ts";
import { checkoutSessions } from "../sessions/checkout-sessions/procedures.ts";
import { subscriptions } from "../subscriptions/procedures.ts";
import { usageEvents } from "../usage/procedures.ts";
import { webhookDeliveries } from "../webhooks/deliveries/procedures.ts";
import { webhookEndpoints } from "../webhooks/endpoints/procedures.ts";
import { events } from "../webhooks/events/procedures.ts";

const Health = z.object({
  ok: z.literal(true).meta({ description: "It is up", example: true }),
  service: z.string().meta({ description: "What the service is called", example: "usance" }),
  apiRoot: z.string().meta({
    description: "Where the paths of this version of the API begin",
    example: apiRoot,
  }),
});

export const appRouter = router({
  services,
  plans,
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
  auditEvents,
  apiKeys,
  ready,
  health: open
    .meta(
      restOutsideRoot("GET", "/health", "Check that the service is up", {
        description:
          "Answers as long as the process can, whatever becomes of database and chain. Whether it can do all its work is what `GET /ready` says.",
        open: true,
      }),
    )
    .output(Health)
    .query(() => ({ ok: true as const, service: "usance", apiRoot })),
});

/** What a tRPC client is typed with. */
export type AppRouter = typeof appRouter;
