import { randomBytes } from "node:crypto";
import { z } from "zod";
import { getReferencedService } from "../../../catalog/services/services.ts";
import { inTransaction } from "../../../db/client.ts";
import type { WebhookEndpoint as WebhookEndpointRow } from "../../../db/generated/client.ts";
import {
  maxOfUrl,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
} from "../../../kit/fields.ts";
import { newId } from "../../../kit/ids.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { isPublicAddress, literalOf } from "../../../kit/outbound/public-address.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import type { Seal } from "../../../kit/seal.ts";
import type { Tenant } from "../../../kit/tenant.ts";
import { hasUser, readWebAddress } from "../../../kit/web-address.ts";
import type { Caller } from "../../../operation/access/auth/authenticate.ts";
import { getUser } from "../../../operation/access/users/identify-user.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts, Storage } from "../../../operation/ports/parts.ts";
import type { Writing } from "../../../operation/work.ts";
import { giveUpDeliveries } from "../../../outbox/store.ts";
import { eventTypes } from "../../../schemas/events.ts";
import { holds } from "../../../schemas/nouns.ts";
import { referencedServiceNotFound } from "../../../schemas/services.ts";
import { userNotFound } from "../../../schemas/users.ts";
import {
  badUrls,
  endpointNeedsEvents,
  endpointStatuses,
  endpointUrl,
  OneNewWebhookEndpoint,
  subscribedEvents,
  urlNotHttps,
  urlNotPublic,
  urlTooLong,
  urlWithUser,
  WebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import {
  changeEndpoint,
  countEndpointsAlone,
  findEndpoint,
  findEndpoints,
  insertEndpoint,
  lockSecrets,
  putSecrets,
} from "./store.ts";

/** Creates a Standard Webhooks secret of 256 bits. */
function newSecret(): string {
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

/**
 * Reads the URL of a webhook endpoint. Whether its host name resolves to a public address is checked at every
 * connection, because that can change.
 *
 * @param allowPrivate allows http and private addresses, for development
 * @returns the URL in its parsed form, which is stored and used
 * @throws Refusal 400 for a URL that is invalid or clearly not public
 */
function readWebhookUrl(text: string, allowPrivate: boolean): string {
  const url = readWebAddress(text);
  if (url === null || !(url.protocol === "https:" || allowPrivate)) throw new Refusal(urlNotHttps);
  if (hasUser(url)) throw new Refusal(urlWithUser);
  if (!allowPrivate && !mayBePublic(url.hostname)) throw new Refusal(urlNotPublic);
  if (url.href.length > maxOfUrl) throw new Refusal(urlTooLong);
  return url.href;
}

function mayBePublic(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== null) return isPublicAddress(literal);
  return !/(?:^|\.)localhost\.?$/.test(hostname);
}

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

const OneWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpoint });

export const getWebhookEndpoint = read("GET /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.get",
  summary: "Get a webhook endpoint",
  description:
    "Returns the endpoint without its secret. Shows why it was disabled, or since when it has been failing.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId }) => ({
    webhookEndpoint: await requireEndpoint(work, webhookEndpointId),
  }),
});

/** @throws Refusal 404 when the tenant has no such endpoint */
async function requireEndpoint({ db, tenant }: Parts, id: string): Promise<WebhookEndpointRow> {
  return orRefuse(await findEndpoint(db, id, tenant), webhookEndpointNotFound);
}

/** An endpoint that events can be sent to. @throws Refusal when it is disabled, or the tenant has none */
export async function requireEnabledEndpoint(
  parts: Parts,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await requireEndpoint(parts, id);
  if (endpoint.status !== "ENABLED") throw new Refusal(webhookEndpointDisabled);
  return endpoint;
}

export const listWebhookEndpoints = read("GET /webhook-endpoints", {
  name: "webhookEndpoints.list",
  summary: "List webhook endpoints, newest first",
  description: "Returns endpoints without their secrets, which are shown only once.",
  input: request(page("webhook-endpoints")).prefault({}),
  output: pageOf("webhookEndpoints", WebhookEndpoint, "webhook-endpoints"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEndpoints(db, tenant, query);
    return { webhookEndpoints: rows, nextCursor: next };
  },
});

/** An endpoint receives events, so only a caller that may read them can set it up. @throws Refusal endpointNeedsEvents */
function checkReadsEvents({ scopes }: Pick<Caller, "scopes">): void {
  if (!holds(scopes, "events:read")) throw new Refusal(endpointNeedsEvents);
}

const WebhookEndpointChange = request({
  webhookEndpointId: requiredId(),
  url: omittable(endpointUrl()).meta({ example: "https://example.com/hooks/usance" }),
  events: omittable(subscribedEvents()).meta({ example: ["*"] }),
  status: omittable(oneOf(endpointStatuses)).meta({
    description:
      "`DISABLED`: no events are sent, and pending deliveries fail. `ENABLED`: the endpoint gets new events; missed ones can be redelivered",
    example: "ENABLED",
  }),
});

/** Enabling an endpoint clears its failures; disabling it fails its pending deliveries. */
export const updateWebhookEndpoint = write("PATCH /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.update",
  summary: "Change a webhook endpoint",
  description:
    "Changes only the fields that you send. Pending deliveries go to the new URL. To change `url` or `events`, the key also needs the scope `events:read`.",
  refusals: { ...badUrls, endpointNeedsEvents, webhookEndpointNotFound },
  input: WebhookEndpointChange,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id, url: given, events, status }) => {
    const { tx, now, webhooks, by } = work;
    if (given !== undefined || events !== undefined) checkReadsEvents(by);
    const url = given === undefined ? undefined : readWebhookUrl(given, webhooks.allowPrivate);
    const { status: before } = await requireEndpoint(work, id);
    const isEnabled = status === "ENABLED" && before === "DISABLED";
    await changeEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(status !== undefined && { status }),
      ...(isEnabled && { disabledReason: null, failingSince: null }),
      updatedAt: now,
    });
    if (status === "DISABLED") await giveUpDeliveries(work, id, "The endpoint was disabled.");
    return { webhookEndpoint: await requireEndpoint(work, id) };
  },
});

export const deleteWebhookEndpoint = write("DELETE /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.delete",
  summary: "Delete a webhook endpoint",
  description:
    "No more events are sent to the endpoint. Its deliveries stay in the log. Returns the endpoint as it was.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id }) => {
    const { tx, now } = work;
    const endpoint = await requireEndpoint(work, id);
    await changeEndpoint(tx, id, { status: "DISABLED", deletedAt: now });
    await giveUpDeliveries(work, id, "The endpoint was deleted.");
    return { webhookEndpoint: endpoint };
  },
});

/** How long the old secret signs beside the new one, in milliseconds. */
const overlapMs = 24 * 60 * 60 * 1_000;

export const rotateWebhookSecret = write(
  "POST /webhook-endpoints/{webhookEndpointId}/rotate-secret",
  {
    name: "webhookEndpoints.rotateSecret",
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "Gives the endpoint a new secret. For 24 hours, deliveries carry two signatures: the new secret's first, then the old one's.",
    refusals: { webhookEndpointNotFound },
    input: WebhookEndpointId,
    output: OneNewWebhookEndpoint,
    run: async (work, { webhookEndpointId: id }) => {
      const { tx, now, webhooks } = work;
      const { secret: previousSecret } = await requireEndpoint(work, id);
      const secret = newSecret();
      await changeEndpoint(tx, id, {
        secret: webhooks.seal.seal(secret, id),
        previousSecret,
        previousSecretUntil: new Date(now.getTime() + overlapMs),
        updatedAt: now,
      });
      return { webhookEndpoint: { ...(await requireEndpoint(work, id)), secret } };
    },
  },
);

/**
 * Seals the secrets of all endpoints with the first key, whichever key sealed them before, in one transaction.
 * Afterwards the other keys are no longer needed.
 *
 * @returns the number of endpoints
 * @throws CannotOpen when a secret was sealed with a missing key; nothing changes then
 */
export async function resealSecrets({ db }: Storage, { open, seal }: Seal): Promise<number> {
  return inTransaction(db, async (tx) => {
    const endpoints = await lockSecrets(tx);
    for (const { id, secret, previousSecret } of endpoints) {
      const again = (sealed: string) => seal(open(sealed, id), id);
      const previous = previousSecret === null ? null : again(previousSecret);
      await putSecrets(tx, { id, secret: again(secret), previousSecret: previous });
    }
    return endpoints.length;
  });
}
