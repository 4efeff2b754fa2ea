import { afterAll, beforeAll, vi } from "vitest";
import type { RunningJobs } from "../../src/jobs/jobs.ts";
import type { Received, Receiver } from "./receiver.ts";
import type { TestService } from "./service.ts";
import type { Story } from "./story.ts";

/** Delivers the service's webhooks while the tests of a file run. */
export function useDeliverer(service: () => TestService): void {
  let running: RunningJobs | undefined;
  beforeAll(async () => {
    running = await service().startJobs();
  });
  afterAll(() => running?.stop());
}

/** Waits until `count` webhooks have arrived at a path. @returns them */
export function arrivals(receiver: Receiver, path: string, count: number): Promise<Received[]> {
  return vi.waitFor(() => {
    const found = receiver.received.filter((one) => one.path === path);
    if (found.length < count) throw new Error(`${found.length} of ${count} came to ${path}.`);
    return found;
  }, 15_000);
}

/** Waits until a delivery has had `attempts` attempts. @returns it as the API shows it */
export function attempted(story: Story, webhookDeliveryId: string, count: number) {
  return vi.waitFor(async () => {
    const { webhookDelivery } = await story.done("webhookDeliveries.get", { webhookDeliveryId });
    if (webhookDelivery.attempts.length < count) throw new Error("It was not attempted yet.");
    return webhookDelivery;
  }, 15_000);
}
