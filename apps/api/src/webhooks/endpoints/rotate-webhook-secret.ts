import type { Parts } from "../../ports/parts.ts";
import type { EndpointWithSecret } from "./create-webhook-endpoint.ts";
import { getWebhookEndpoint } from "./get-webhook-endpoint.ts";
import { newSecret } from "./new-secret.ts";
import { changeEndpoint } from "./store.ts";

/** How long the old secret signs beside the new one, in milliseconds. */
const overlapMs = 24 * 60 * 60 * 1_000;

/** Gives an endpoint a new secret. For a day both sign, so that the receiver can change over. */
export async function rotateWebhookSecret(parts: Parts, id: string): Promise<EndpointWithSecret> {
  const { db, clock, webhooks } = parts;
  const { secret: previousSecret } = await getWebhookEndpoint(parts, id);
  const [secret, now] = [newSecret(), clock.now()];
  await changeEndpoint(db, id, {
    secret: webhooks.seal.seal(secret, id),
    previousSecret,
    previousSecretUntil: new Date(now.getTime() + overlapMs),
    updatedAt: now,
  });
  return { ...(await getWebhookEndpoint(parts, id)), secret };
}
