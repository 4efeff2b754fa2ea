import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";
import {
  attemptDelivery,
  noteAttempt,
  type TakenDelivery,
  takeDeliveries,
} from "../webhooks/deliveries/deliver.ts";

export const delivererName = "deliver-webhooks";

/** How many deliveries one process makes at a time: in all, to one endpoint, and to one that fails. */
const limits = { all: 512, each: 96, eachFailing: 2 };
/** How many deliveries must end before the next look for more, so that each look takes several. */
const worthALook = 48;
/** The pause before the next look, in milliseconds: when there may be more, when there was nothing, after an error. */
const pauseMs = { more: 20, done: 500, trouble: 5_000 };
/** How long a stop waits for deliveries under way, in milliseconds. */
const stopMs = 16_000;

export type DelivererParts = Parameters<typeof takeDeliveries>[0] &
  Parameters<typeof attemptDelivery>[0] &
  Parameters<typeof noteAttempt>[0] &
  Pick<Parts, "watch" | "log">;

/**
 * Delivers webhooks. Every process does: it takes due deliveries while it has room, and a slow endpoint holds up
 * no other.
 *
 * @returns a function that stops it and waits for deliveries under way
 */
export function startDeliverer(parts: DelivererParts): () => Promise<void> {
  const deliverer = new Deliverer(parts);
  const running = deliverer.run();
  return async () => {
    deliverer.stop();
    await within(stopMs, running);
  };
}

class Deliverer {
  readonly #parts: DelivererParts;
  /** How many deliveries are under way, by endpoint. */
  readonly #taken = new Map<string, number>();
  #underWay = 0;
  #ended = 0;
  #stopped = false;
  #wake: () => void = () => undefined;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      this.#ended = 0;
      const found = await this.#take().catch((error: unknown) => {
        this.#parts.log.error({ err: error }, "webhook deliveries not found");
        return "trouble" as const;
      });
      await this.#pause(pauseMs[found]);
    }
    while (this.#underWay > 0) await this.#pause(pauseMs.more);
  }

  async #take(): Promise<"more" | "done"> {
    const limit = limits.all - this.#underWay;
    if (limit <= 0) return "more";
    const { each, eachFailing } = limits;
    const room = { limit, each, eachFailing, taken: this.#taken };
    const deliveries = await this.#parts.watch({ kind: "round", name: delivererName }, () =>
      takeDeliveries(this.#parts, room),
    );
    for (const delivery of deliveries) void this.#deliver(delivery);
    return deliveries.length > 0 ? "more" : "done";
  }

  async #deliver(delivery: TakenDelivery): Promise<void> {
    const { endpointId } = delivery;
    this.#underWay += 1;
    this.#taken.set(endpointId, (this.#taken.get(endpointId) ?? 0) + 1);
    try {
      await this.#parts.watch(
        { kind: "operation", name: "webhookDeliveries.deliver" },
        async () => {
          const attempted = await attemptDelivery(this.#parts, delivery).finally(() =>
            this.#freed(endpointId),
          );
          await noteAttempt(this.#parts, attempted);
        },
      );
    } catch (error) {
      // It is taken again when its lease is over.
      this.#parts.log.error({ err: error, deliveryId: delivery.id }, "webhook delivery not noted");
    }
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#wake();
  }

  /** The endpoint has room for another delivery. */
  #freed(endpointId: string): void {
    const left = (this.#taken.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#taken.set(endpointId, left);
    else this.#taken.delete(endpointId);
    this.#ended += 1;
    if (this.#ended >= worthALook) this.#wake();
  }

  /** Waits until enough deliveries have ended for another look, or for the limit. */
  #pause(limitMs: number): Promise<void> {
    if (this.#stopped && this.#underWay === 0) return Promise.resolve();
    if (!this.#stopped && this.#ended >= worthALook) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
