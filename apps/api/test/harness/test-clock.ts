import type { Clock } from "../../src/kit/clock.ts";

/** A clock for tests. It advances by a millisecond at each read, and by any time on request. */
export class TestClock implements Clock {
  #now = Date.parse("2026-01-31T12:00:00.000Z");
  #stepMs = 1;

  now(): Date {
    this.#now += this.#stepMs;
    return new Date(this.#now);
  }

  /** Stops the advance at each read. */
  stand(): void {
    this.#stepMs = 0;
  }

  /** Takes that back. */
  go(): void {
    this.#stepMs = 1;
  }

  set(iso: string): void {
    this.#now = Date.parse(iso);
  }

  /** The time that is `seconds` from now, in the format of the API. */
  in(seconds: number): string {
    return new Date(this.#now + seconds * 1_000).toISOString();
  }

  advance(seconds: number): void {
    this.#now += seconds * 1_000;
  }
}
