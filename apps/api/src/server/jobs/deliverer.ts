import { within } from "../../kit/time-limit.ts";
import {
  attemptDelivery,
  giveBackDelivery,
  noteAttempt,
  type TakenDelivery,
  takeDeliveries,
} from "../../notify/webhooks/deliveries/deliver.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { EndpointQueue } from "./endpoint-queue.ts";

export const delivererName = "deliver-webhooks";

/**
 * The maximum number of deliveries that a process holds, and of concurrent attempts to one endpoint and to one failing
 * endpoint.
 */
const limits = { all: 512, each: 96, eachFailing: 2 };
/** How many deliveries must finish to trigger the next query for due ones, so that each query returns several. */
const worthALook = 128;
/** The pause before the next query, in milliseconds: when more may be due, when none was due, and after an error. */
const pauseMs = { more: 20, done: 500, trouble: 5_000 };
/** How long shutdown waits for deliveries in progress, in milliseconds. */
const stopMs = 16_000;

/**
 * Delivers webhooks. Every process runs this: it claims due deliveries while it has capacity. A slow endpoint does not
 * delay others.
 *
 * @param pauses tests shorten the pauses
 * @returns a function that stops it and waits for deliveries in progress
 */
export function startDeliverer(parts: Parts, pauses = pauseMs): () => Promise<void> {
  const deliverer = new Deliverer(parts, pauses);
  const running = deliverer.run();
  return async () => {
    deliverer.stop();
    await within(stopMs, running);
  };
}

class Deliverer {
  readonly #parts: Parts;
  readonly #pauses: typeof pauseMs;
  /** Deliveries that are claimed, by endpoint. */
  readonly #queues = new Map<string, EndpointQueue>();
  /** How many deliveries are claimed, or have their result stored. */
  #held = 0;
  #ended = 0;
  #stopped = false;
  #wake: () => void = () => undefined;

  constructor(parts: Parts, pauses: typeof pauseMs) {
    this.#parts = parts;
    this.#pauses = pauses;
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
      await this.#pause(this.#pauses[found]);
    }
    for (const queue of this.#queues.values()) this.#giveBack(queue.takeAll());
    while (this.#held > 0) await this.#pause(this.#pauses.more);
  }

  async #take(): Promise<"more" | "done"> {
    for (const queue of this.#queues.values()) this.#giveBack(queue.takeStale());
    const limit = limits.all - this.#held;
    if (limit <= 0) return "more";
    const { each, eachFailing } = limits;
    const room = { limit, each, eachFailing, taken: this.#counts() };
    const deliveries = await this.#parts.watch({ kind: "round", name: delivererName }, () =>
      takeDeliveries(this.#parts, room),
    );
    this.#held += deliveries.length;
    for (const delivery of deliveries) this.#queueOf(delivery).add(delivery);
    for (const { endpointId } of deliveries) this.#startNext(endpointId);
    return deliveries.length > 0 ? "more" : "done";
  }

  /** The claimed deliveries of each endpoint, without those that it may claim ahead. Removes idle endpoints. */
  #counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [endpointId, queue] of this.#queues) {
      const count = queue.size - queue.ahead();
      if (queue.size === 0 && count === 0) this.#queues.delete(endpointId);
      else counts.set(endpointId, count);
    }
    return counts;
  }

  #queueOf({ endpointId }: TakenDelivery): EndpointQueue {
    const known = this.#queues.get(endpointId);
    if (known !== undefined) return known;
    const queue = new EndpointQueue(limits.each);
    this.#queues.set(endpointId, queue);
    return queue;
  }

  /** Starts the next attempt to an endpoint, if it may have one more. */
  #startNext(endpointId: string): void {
    const queue = this.#queues.get(endpointId);
    if (queue === undefined) return;
    this.#giveBack(this.#stopped ? queue.takeAll() : queue.takeStale());
    const delivery = queue.next();
    if (delivery !== null) void this.#deliver(queue, delivery);
  }

  async #deliver(queue: EndpointQueue, delivery: TakenDelivery): Promise<void> {
    try {
      await this.#parts.watch(
        { kind: "operation", name: "webhookDeliveries.deliver" },
        async () => {
          const attempted = await attemptDelivery(this.#parts, delivery);
          this.#giveBack(queue.end(attempted.verdict.arrived));
          this.#freed(delivery);
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
    this.#released();
  }

  /** Uses the room that an attempt leaves. */
  #freed({ endpointId }: TakenDelivery): void {
    this.#startNext(endpointId);
    this.#ended += 1;
    if (this.#ended >= worthALook) this.#wake();
  }

  #giveBack(deliveries: readonly TakenDelivery[]): void {
    for (const delivery of deliveries) {
      giveBackDelivery(this.#parts, delivery)
        .catch((error: unknown) => {
          // It is claimed again after its lease expires.
          this.#parts.log.error(
            { err: error, deliveryId: delivery.id },
            "webhook delivery not given back",
          );
        })
        .finally(() => this.#released());
    }
  }

  #released(): void {
    this.#held -= 1;
    if (this.#held === 0) this.#wake();
  }

  /** Waits until enough deliveries have finished for the next query, or until the limit. */
  #pause(limitMs: number): Promise<void> {
    if (this.#stopped && this.#held === 0) return Promise.resolve();
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
