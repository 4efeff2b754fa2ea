import { inTransaction } from "../../../db/client.ts";
import type { Seal } from "../../../kit/seal.ts";
import { write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  OneNewWebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { newSecret } from "./create-webhook-endpoint.ts";
import { changeEndpoint, lockSecrets, putSecrets } from "./store.ts";
import { requireEndpoint } from "./webhook-endpoints.ts";

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
export async function resealSecrets(
  { db }: Pick<Parts, "db">,
  { open, seal }: Seal,
): Promise<number> {
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
