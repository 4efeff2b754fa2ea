import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";
import {
  attemptDelivery,
  noteAttempt,
  type TakenDelivery,
  takeDeliveries,
} from "../webhooks/deliveries/deliver.ts";

export const delivererName = "deliver-webhooks";

/** The maximum number of concurrent deliveries per process: in total, to one endpoint, and to one failing endpoint. */
const limits = { all: 512, each: 96, eachFailing: 2 };
/** How many deliveries must finish to trigger the next query for due ones, so that each query returns several. */
const worthALook = 48;
/** The pause before the next query, in milliseconds: when more may be due, when none was due, and after an error. */
const pauseMs = { more: 20, done: 500, trouble: 5_000 };
/** How long shutdown waits for deliveries in progress, in milliseconds. */
const stopMs = 16_000;

export type DelivererParts = Parameters<typeof takeDeliveries>[0] &
  Parameters<typeof attemptDelivery>[0] &
  Parameters<typeof noteAttempt>[0] &
  Pick<Parts, "watch" | "log">;

/**
 * Delivers webhooks. Every process runs this: it claims due deliveries while it has capacity. A slow endpoint does not
 * delay others.
 *
 * @returns a function that stops it and waits for deliveries in progress
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
  /** The number of deliveries in progress, by endpoint. */
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
        this.#parts.log.error({ err: error }, "webhook deliveries could not be claimed");
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
      // It is claimed again after its lease expires.
      this.#parts.log.error(
        { err: error, deliveryId: delivery.id },
        "webhook delivery result not stored",
      );
    }
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#wake();
  }

  /** Frees an endpoint's slot for another delivery. */
  #freed(endpointId: string): void {
    const left = (this.#taken.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#taken.set(endpointId, left);
    else this.#taken.delete(endpointId);
    this.#ended += 1;
    if (this.#ended >= worthALook) this.#wake();
  }

  /** Waits until enough deliveries have finished for the next query, or until the limit. */
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
