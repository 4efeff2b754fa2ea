import type { Answer } from "../../../kit/outbound/outbound.ts";
import { CannotOpen } from "../../../kit/seal.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import { shownEvent } from "../events/events.ts";
import type { ClaimedDelivery } from "./store.ts";

/** Signs an event and posts it to its endpoint once. It does not throw. */
export async function postEvent(
  { webhooks, now }: Pick<Parts, "webhooks"> & { readonly now: Date },
  delivery: ClaimedDelivery,
): Promise<Answer> {
  const body = bodyOf(delivery);
  const secrets = [delivery.secret];
  const { eventId, endpointId, previousSecret, previousSecretUntil } = delivery;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  if (previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now) {
    secrets.push(previousSecret);
  }
  try {
    const signatures = secrets.map((sealed) =>
      webhooks.sign(sealed, endpointId, `${eventId}.${timestamp}.`, body),
    );
    return await webhooks.outbound.post(
      delivery.url,
      {
        "content-type": "application/json",
        "user-agent": "Usance-Webhooks/1",
        "webhook-id": eventId,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures.join(" "),
      },
      body,
    );
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return { error: "The endpoint's secret cannot be read: rotate it." };
  }
}

/** The event as its GET returns it. Its data is already JSON text. */
function bodyOf({ eventId: id, type, createdAt, serviceId, data }: ClaimedDelivery): Buffer {
  const event = JSON.stringify(shownEvent({ id, type, createdAt, serviceId, data: undefined }));
  return Buffer.from(`${event.slice(0, -1)},"data":${data}}`);
}
