import { Webhook } from "standardwebhooks";
import { shownEvent } from "../events/view.ts";
import type { Answer } from "../outbound/outbound.ts";
import type { Parts } from "../parts.ts";
import { CannotOpen } from "../shared/seal.ts";
import type { ClaimedDelivery } from "./store.ts";

/** Signs an event and sends it to its endpoint, once. It does not throw. */
export async function attempt(
  { webhooks }: Pick<Parts, "webhooks">,
  delivery: ClaimedDelivery,
  now: Date,
): Promise<Answer> {
  const body = bodyOf(delivery);
  const secrets = [delivery.secret];
  const { endpointId, previousSecret, previousSecretUntil } = delivery;
  if (previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now) {
    secrets.push(previousSecret);
  }
  try {
    const signatures = secrets.map((sealed) =>
      new Webhook(webhooks.seal.open(sealed, endpointId)).sign(delivery.eventId, now, body),
    );
    return await webhooks.outbound.post(
      delivery.url,
      {
        "content-type": "application/json",
        "user-agent": "Usance-Webhooks/1",
        "webhook-id": delivery.eventId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": signatures.join(" "),
      },
      body,
    );
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return { error: "The endpoint's secret cannot be read: rotate it." };
  }
}

/** The event as its GET shows it; its data is JSON already. */
function bodyOf({ eventId: id, type, createdAt, serviceId, data }: ClaimedDelivery): string {
  const event = JSON.stringify(shownEvent({ id, type, createdAt, serviceId, data: null }));
  return event.replace(/null\}$/, () => `${data}}`);
}
