import { randomBytes } from "node:crypto";
import { getReferencedService } from "../../../catalog/services/services.ts";
import { omittable, optionalId, request } from "../../../kit/fields.ts";
import { newId } from "../../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import { getUser } from "../../../operation/access/users/identify-user.ts";
import { write } from "../../../operation/define.ts";
import type { Writing } from "../../../operation/work.ts";
import { eventTypes } from "../../../schemas/events.ts";
import { referencedServiceNotFound } from "../../../schemas/services.ts";
import { userNotFound } from "../../../schemas/users.ts";
import {
  badUrls,
  endpointNeedsEvents,
  endpointUrl,
  OneNewWebhookEndpoint,
  subscribedEvents,
} from "../../../schemas/webhook-endpoints.ts";
import { readWebhookUrl } from "./read-webhook-url.ts";
import { countEndpointsAlone, insertEndpoint } from "./store.ts";
import { checkReadsEvents } from "./webhook-endpoints.ts";

/** Creates a Standard Webhooks secret of 256 bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

const typeList = eventTypes.map((type) => `\`${type}\``).join(", ");

/** How many endpoints a seller can have. Each event writes a delivery for each of them, in the transaction of the change. */
const maxEndpoints = 50;

const tooManyWebhookEndpoints: RefusalTerms = {
  kind: "conflict",
  code: "too_many_webhook_endpoints",
  message: `A seller can have at most ${maxEndpoints} webhook endpoints.`,
  meaning: "The seller has as many webhook endpoints as are allowed.",
  remedy: "Delete an endpoint, or give an existing one more event types.",
};

const NewWebhookEndpoint = request({
  url: endpointUrl(),
  events: omittable(subscribedEvents()).meta({
    description:
      'Event types that the endpoint gets. Default `["*"]`: all types, including future ones',
    example: ["checkout_session.paid", "invoice.paid"],
  }),
  serviceId: optionalId().meta({
    description:
      "Id of a service: the endpoint gets only events of this service. Default: events of all services",
  }),
  ownerId: optionalId().meta({
    description:
      "Id of the seller whose events the endpoint gets. Default: the seller of the calling key; with a platform key, events of every seller",
  }),
});

export const createWebhookEndpoint = write("POST /webhook-endpoints", {
  name: "webhookEndpoints.create",
  summary: "Create a webhook endpoint",
  description: `The endpoint receives events from now on, so the key also needs the scope \`events:read\`. They are signed by [Standard Webhooks](https://www.standardwebhooks.com). The event types are ${typeList}.`,
  status: 201,
  refusals: {
    ...badUrls,
    endpointNeedsEvents,
    referencedServiceNotFound,
    userNotFound: userNotFound("ownerId"),
    tooManyWebhookEndpoints,
  },
  input: NewWebhookEndpoint,
  output: OneNewWebhookEndpoint,
  run: async (work, { url: given, events = ["*"], serviceId, ownerId: sellerId }) => {
    const { tx, now, webhooks, by } = work;
    checkReadsEvents(by);
    const url = readWebhookUrl(given, webhooks.allowPrivate);
    const ownerId = await ownerOf(work, sellerId);
    if (serviceId !== undefined) await getReferencedService({ db: tx, tenant: ownerId }, serviceId);
    if (ownerId !== null && (await countEndpointsAlone(tx, ownerId)) >= maxEndpoints) {
      throw new Refusal(tooManyWebhookEndpoints);
    }
    const [id, secret] = [newId(), newSecret()];
    const endpoint = await insertEndpoint(tx, {
      id,
      ownerId,
      serviceId: serviceId ?? null,
      url,
      events: [...new Set(events)],
      status: "ENABLED",
      secret: webhooks.seal.seal(secret, id),
      createdAt: now,
      updatedAt: now,
    });
    return { webhookEndpoint: { ...endpoint, secret } };
  },
});

/** The seller whose events the endpoint gets. A seller's key can name only the seller itself. */
async function ownerOf(
  { db, tenant }: Pick<Writing, "db" | "tenant">,
  sellerId: string | undefined,
): Promise<Tenant> {
  if (sellerId === undefined) return tenant;
  if (tenant !== null && sellerId !== tenant) throw new Refusal(userNotFound("ownerId"));
  return (await getUser({ db, tenant }, sellerId, "ownerId")).id;
}
