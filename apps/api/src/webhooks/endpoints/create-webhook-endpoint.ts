import type { z } from "zod";
import { getUser } from "../../access/users/identify-user.ts";
import { getServiceNamed } from "../../catalog/services/get-service.ts";
import type { NewWebhookEndpoint } from "../../contract/webhook-endpoints.ts";
import { maxEndpoints, tooManyWebhookEndpoints } from "../../contract/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { newSecret } from "./new-secret.ts";
import { readWebhookUrl } from "./read-webhook-url.ts";
import { countEndpointsAlone, insertEndpoint } from "./store.ts";

/** An endpoint at the only time that its secret is there to be shown. */
export interface EndpointWithSecret extends WebhookEndpoint {
  readonly secret: string;
}

export async function createWebhookEndpoint(
  parts: Parts,
  { url: given, events = ["*"], serviceId, ownerId }: z.output<typeof NewWebhookEndpoint>,
): Promise<EndpointWithSecret> {
  const { db, clock, tenant, webhooks } = parts;
  const url = readWebhookUrl(given, webhooks.allowPrivate);
  const owner = ownerId === undefined ? tenant : await sellerOf(parts, ownerId);
  if (serviceId !== undefined) await getServiceNamed({ ...parts, tenant: owner }, serviceId);
  if (owner !== null && (await countEndpointsAlone(db, owner)) >= maxEndpoints) {
    throw new Refusal(tooManyWebhookEndpoints);
  }
  const [id, secret, now] = [newId(), newSecret(), clock.now()];
  const endpoint = await insertEndpoint(db, {
    id,
    ownerId: owner,
    serviceId: serviceId ?? null,
    url,
    events: [...new Set(events)],
    status: "ENABLED",
    secret: webhooks.seal.seal(secret, id),
    createdAt: now,
    updatedAt: now,
  });
  return { ...endpoint, secret };
}

/** For a seller there is nobody else to be told of than itself. */
async function sellerOf({ db, tenant }: Parts, userId: string): Promise<string> {
  if (tenant !== null && userId !== tenant) throw new Refusal(referencedRecordNotFound);
  return (await getUser(db, userId, tenant)).id;
}
