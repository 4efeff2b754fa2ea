import { deliverBatch } from "./deliver-batch.ts";
import type { UsanceError } from "./errors.ts";
import type { UsageEventsResource } from "./generated/resources.ts";
import type { UsageEventCreateParams, UsageEventResult } from "./generated/types.ts";
import { unref } from "./timers.ts";

export interface UsageBatcherOptions {
  /** Maximum number of events per call: default 500, at most 1,000. */
  readonly maxEvents?: number;
  /** How long an event waits for more events, in milliseconds. Default 1,000. */
  readonly maxDelayMs?: number;
  /** Maximum number of events without a result, sent or not. At this number `add` waits. Default 10,000. */
  readonly maxWaiting?: number;
  /**
   * Called once for each event with its result: it was recorded (201), or the reason why it was refused. An error that it
   * throws is not caught.
   */
  readonly onResult: (result: UsageEventResult, event: UsageEventCreateParams) => void;
  /** Called after each failed attempt to send events. The events are sent again until they have a result. */
  readonly onError?: (error: UsanceError, events: readonly UsageEventCreateParams[]) => void;
}

/**
 * Collects usage events and sends them in batches, one batch after the other. It holds events only in memory: close it before
 * the process ends. Its timer does not keep Node running.
 */
export class UsageBatcher {
  readonly #options: Required<UsageBatcherOptions>;
  readonly #usageEvents: Pick<UsageEventsResource, "batch">;
  readonly #waiting: UsageEventCreateParams[] = [];
  /** Events that were added while there was no room. */
  readonly #line: { readonly event: UsageEventCreateParams; readonly enter: () => void }[] = [];
  readonly #unknown: UsageEventCreateParams[] = [];
  readonly #givenUp = new AbortController();
  #onTheWay = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #closed = false;
  /** How many callers of `flush` wait. */
  #flushing = 0;
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
   * Adds an event. Resolves when there is room for it, so a caller that awaits it cannot add events faster than they are
   * recorded. `onResult` gets the result.
   *
   * @throws Error after `close`, TypeError for an event that cannot be JSON
   */
  add(event: UsageEventCreateParams): Promise<void> {
    return new Promise((enter) => {
      if (this.#closed) throw new Error("The batcher is closed.");
      JSON.stringify(event); // here, or it would spoil the batch of others
      this.#line.push({ event, enter });
      this.#next();
    });
  }

  /** Sends all events now, also those that wait before another attempt. Resolves when every event has a result. */
  async flush(): Promise<void> {
    this.#flushing += 1;
    this.#wake();
    this.#next();
    while (this.#sending !== undefined) await this.#sending;
    this.#flushing -= 1;
  }

  /**
   * Sends all events, and accepts no more. Resolves when every event has a result.
   *
   * @param signal ends the delivery
   * @returns the events without a result, if the signal ended the delivery; they may have been recorded
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

  /** Accepts waiting events while there is room, and starts to send or sets the timer. */
  #next(): void {
    while (this.#waiting.length + this.#onTheWay < this.#options.maxWaiting) {
      const first = this.#line.shift();
      if (first === undefined) break;
      this.#waiting.push(first.event);
      first.enter();
    }
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    const { maxEvents, maxWaiting, maxDelayMs } = this.#options;
    const isAwaited = this.#closed || this.#flushing > 0;
    if (isAwaited || this.#waiting.length >= Math.min(maxEvents, maxWaiting)) this.#send();
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
      // An error that the callback throws must not end the delivery.
      onResult: (...told: Parameters<typeof onResult>) => queueMicrotask(() => onResult(...told)),
      onError: (...told: Parameters<typeof onError>) => queueMicrotask(() => onError(...told)),
      pause: (ms: number) => this.#pause(ms),
      signal,
    };
    return deliverBatch(delivery, events);
  }

  /** Waits `ms` milliseconds, or until the batcher is flushed or closed. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (!this.#closed && this.#flushing === 0) unref(timer);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
