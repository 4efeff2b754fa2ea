import { afterAll, beforeAll } from "vitest";
import { startDeliverer } from "../../src/server/jobs/deliverer.ts";
import { startMailCarrier } from "../../src/server/jobs/mail-carrier.ts";
import type { Received, Receiver } from "./receiver.ts";
import type { TestService } from "./service.ts";
import type { Story } from "./story.ts";
import { until } from "./until.ts";

/** A test waits for most deliveries, so the loops look for them often; not so often that looking takes the processor. */
export const oftenMs = { more: 10, done: 60, trouble: 100 };

/** Delivers the service's webhooks and e-mails while the tests of a file run. */
export function useDeliverer(service: () => TestService): void {
  let stops: (() => Promise<void>)[] = [];
  beforeAll(() => {
    const { parts } = service();
    stops = [startDeliverer(parts, oftenMs), startMailCarrier(parts, oftenMs)];
  });
  afterAll(() => Promise.all(stops.map((stop) => stop())));
}

/** Waits until `count` webhooks have arrived at a path. @returns them */
export function arrivals(receiver: Receiver, path: string, count: number): Promise<Received[]> {
  return until(() => {
    const found = receiver.received.filter((one) => one.path === path);
    if (found.length < count) throw new Error(`${found.length} of ${count} came to ${path}.`);
    return found;
  });
}

/** Waits until a delivery has had `attempts` attempts. @returns it as the API shows it */
export function attempted(story: Story, webhookDeliveryId: string, count: number) {
  return until(async () => {
    const { webhookDelivery } = await story.done("webhookDeliveries.get", { webhookDeliveryId });
    if (webhookDelivery.attempts.length < count) throw new Error("It was not attempted yet.");
    return webhookDelivery;
  });
}
