import { deliverBatch } from "./deliver-batch.ts";
import type { UsanceError } from "./errors.ts";
import type { UsageEventsResource } from "./generated/resources.ts";
import type { UsageEventCreateParams, UsageEventResult } from "./generated/types.ts";
import { unref } from "./timers.ts";

export interface UsageBatcherOptions {
  /** How many go in one call at most; default 500, at most 1,000. */
  readonly maxEvents?: number;
  /** How long an event waits for others, in milliseconds; default 1,000. */
  readonly maxDelayMs?: number;
  /** How many may be here at a time, sent or not, before `add` waits; default 10,000. */
  readonly maxWaiting?: number;
  /**
   * Told once of each event: that it was recorded (201), or why it was refused. An error that it throws is
   * uncaught.
   */
  readonly onResult: (result: UsageEventResult, event: UsageEventCreateParams) => void;
  /** Told of each try that did not get through. These events are tried again until they do. */
  readonly onError?: (error: UsanceError, events: readonly UsageEventCreateParams[]) => void;
}

/**
 * Gathers usage events and sends them many at a time, one batch after the other. What is here is lost
 * with the process, so close it before that ends: the timer that sends what waits does not keep Node
 * running.
 */
export class UsageBatcher {
  readonly #options: Required<UsageBatcherOptions>;
  readonly #usageEvents: Pick<UsageEventsResource, "batch">;
  readonly #waiting: UsageEventCreateParams[] = [];
  /** Those that were added while there was no room. */
  readonly #line: { readonly event: UsageEventCreateParams; readonly enter: () => void }[] = [];
  readonly #unknown: UsageEventCreateParams[] = [];
  readonly #givenUp = new AbortController();
  #onTheWay = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(usageEvents: Pick<UsageEventsResource, "batch">, options: UsageBatcherOptions) {
    const usual = {
      maxEvents: 500,
      maxDelayMs: 1_000,
      maxWaiting: 10_000,
      onError: () => undefined,
    };
    this.#options = { ...usual, ...options };
    this.#usageEvents = usageEvents;
    const { maxEvents, maxWaiting } = this.#options;
    if (!(maxEvents >= 1 && maxEvents <= 1_000 && maxWaiting >= 1)) {
      throw new RangeError("maxEvents must be 1 to 1,000, and maxWaiting at least 1.");
    }
  }

  /**
   * Takes an event. Resolves once there is room for it, so awaiting it slows down whoever meters faster
   * than can be recorded; what comes of it is told to `onResult`.
   *
   * @throws Error after `close`, TypeError for what is no JSON
   */
  add(event: UsageEventCreateParams): Promise<void> {
    return new Promise((enter) => {
      if (this.#closed) throw new Error("The batcher is closed.");
      JSON.stringify(event); // here, or it would spoil the batch of others
      this.#line.push({ event, enter });
      this.#next();
    });
  }

  /**
   * Sends all there is, and takes no more. Resolves when it is known what came of every event.
   *
   * @param signal gives up
   * @returns the events of which nothing is known, when it was given up: they may have been recorded
   */
  async close({
    signal,
  }: {
    readonly signal?: AbortSignal;
  } = {}): Promise<readonly UsageEventCreateParams[]> {
    const giveUp = () => {
      this.#givenUp.abort();
      this.#wake();
    };
    this.#closed = true;
    this.#wake();
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp);
    this.#next();
    while (this.#sending !== undefined) await this.#sending;
    signal?.removeEventListener("abort", giveUp);
    return this.#unknown;
  }

  /** Lets in what there is room for, and sees to it that what is here will be sent. */
  #next(): void {
    while (this.#waiting.length + this.#onTheWay < this.#options.maxWaiting) {
      const first = this.#line.shift();
      if (first === undefined) break;
      this.#waiting.push(first.event);
      first.enter();
    }
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    const { maxEvents, maxWaiting, maxDelayMs } = this.#options;
    if (this.#closed || this.#waiting.length >= Math.min(maxEvents, maxWaiting)) this.#send();
    else this.#timer ??= unref(setTimeout(() => this.#send(), maxDelayMs));
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending !== undefined) return;
    const events = this.#waiting.splice(0, this.#options.maxEvents);
    this.#onTheWay = events.length;
    this.#sending = this.#deliver(events).then((unknown) => {
      this.#unknown.push(...unknown);
      this.#onTheWay = 0;
      this.#sending = undefined;
      this.#next();
    });
  }

  async #deliver(
    events: readonly UsageEventCreateParams[],
  ): Promise<readonly UsageEventCreateParams[]> {
    const { signal } = this.#givenUp;
    if (signal.aborted) return events;
    const { onResult, onError } = this.#options;
    const delivery = {
      usageEvents: this.#usageEvents,
      // What they throw is not to end the delivery.
      onResult: (...told: Parameters<typeof onResult>) => queueMicrotask(() => onResult(...told)),
      onError: (...told: Parameters<typeof onError>) => queueMicrotask(() => onError(...told)),
      pause: (ms: number) => this.#pause(ms),
      signal,
    };
    return deliverBatch(delivery, events);
  }

  /** Until then, or until it is closed. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (!this.#closed) unref(timer);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
