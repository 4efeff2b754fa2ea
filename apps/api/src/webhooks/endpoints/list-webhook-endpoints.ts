import type { z } from "zod";
import type { WebhookEndpointQuery } from "../../contract/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { findEndpoints } from "./store.ts";

/** A page of a tenant's endpoints; never their secrets. */
export function listWebhookEndpoints(
  { db, tenant }: Parts,
  query: z.output<typeof WebhookEndpointQuery>,
): Promise<Page<WebhookEndpoint>> {
  return findEndpoints(db, tenant, query);
}
