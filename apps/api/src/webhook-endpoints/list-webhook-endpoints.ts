import type { z } from "zod";
import type { WebhookEndpoint } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import type { Page } from "../shared/lists.ts";
import type { WebhookEndpointQuery } from "./schema.ts";
import { findEndpoints } from "./store.ts";

/** A page of a tenant's endpoints; never their secrets. */
export function listWebhookEndpoints(
  { db, tenant }: Parts,
  query: z.output<typeof WebhookEndpointQuery>,
): Promise<Page<WebhookEndpoint>> {
  return findEndpoints(db, tenant, query);
}
