import type { Known } from "../../fuzz/known.ts";
import { type Address, call, newInvoice, newSubscriber, settled } from "../../processes/calls.ts";

/** Creates records that belong together, one of each kind that requests name, and a key of their seller. */
export async function newRecords(to: Address): Promise<Known> {
  const subscriber = await newSubscriber(to);
  const { serviceId, paymentPlanId, subscriptionId, userId } = subscriber;
  const make = async (path: string, body: object) => (await call(to, "POST", path, body)).body;
  const { service } = (await call(to, "GET", `/services/${serviceId}`)).body;
  const { ownerId } = service;
  const { id: invoiceId } = await newInvoice(to, subscriber);
  const usage = { serviceId, subscriptionId, userId, invoiceId, eventKey: "first", quantity: "1" };
  const { usageEvent } = await make("/usage-events", usage);
  const { checkoutSession } = await make("/checkout-sessions", { serviceId, paymentPlanId });
  const endpoint = { url: "https://hooks.invalid/", ownerId };
  const { webhookEndpoint } = await make("/webhook-endpoints", endpoint);
  const { webhookDelivery } = await make(`/webhook-endpoints/${webhookEndpoint.id}/test`, {});
  const seller = await make("/api-keys", { name: "seller", userId: ownerId });
  const { apiKey } = await make("/api-keys", { name: "to be changed", userId: ownerId });
  return {
    keys: { platform: to.key, seller: seller.apiKey.secret },
    records: {
      ...subscriber,
      ownerId,
      invoiceId,
      usageEventId: usageEvent.id,
      checkoutSessionId: checkoutSession.id,
      webhookEndpointId: webhookEndpoint.id,
      webhookDeliveryId: webhookDelivery.id,
      eventId: webhookDelivery.eventId,
      apiKeyId: apiKey.id,
      settlementId: (await settled(to)).id,
    },
  };
}
