import { z } from "zod";
import { apiKeys } from "../api-keys/procedures.ts";
import { auditEvents } from "../audit-events/procedures.ts";
import { checkout } from "../checkout/procedures.ts";
import { checkoutSessions } from "../checkout-sessions/procedures.ts";
import { events } from "../events/procedures.ts";
import { invoices } from "../invoices/procedures.ts";
import { plans } from "../plans/procedures.ts";
import { ready } from "../readiness/procedures.ts";
import { services } from "../services/procedures.ts";
import { settlements } from "../settlements/procedures.ts";
import { spendingCaps } from "../spending-caps/procedures.ts";
import { subscriptions } from "../subscriptions/procedures.ts";
import { usageEvents } from "../usage-events/procedures.ts";
import { webhookDeliveries } from "../webhook-deliveries/procedures.ts";
import { webhookEndpoints } from "../webhook-endpoints/procedures.ts";
import { open, router } from "./base.ts";
import { apiRoot, restOutsideRoot } from "./rest.ts";

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
