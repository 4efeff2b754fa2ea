import type { Clock } from "../../src/lib/clock.ts";

/** Time as a test wants it: it goes on by a millisecond at each look, and leaps when told to. */
export class TestClock implements Clock {
  #now = Date.parse("2026-01-31T12:00:00.000Z");
  #stepMs = 1;

  now(): Date {
    this.#now += this.#stepMs;
    return new Date(this.#now);
  }

  /** From now on it goes on by nothing but leaps. */
  stand(): void {
    this.#stepMs = 0;
  }

  set(iso: string): void {
    this.#now = Date.parse(iso);
  }

  /** A moment so many seconds from now, as the API takes it. */
  in(seconds: number): string {
    return new Date(this.#now + seconds * 1_000).toISOString();
  }

  advance(seconds: number): void {
    this.#now += seconds * 1_000;
  }
}
