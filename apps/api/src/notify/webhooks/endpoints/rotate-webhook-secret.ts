import { write } from "../../../operation/define.ts";
import {
  OneNewWebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEndpoint } from "./get-webhook-endpoint.ts";
import { newSecret } from "./new-secret.ts";
import { changeEndpoint } from "./store.ts";

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
