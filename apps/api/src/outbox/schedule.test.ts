import { describe, expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { nextAttempt, readRetryAfter } from "./schedule.ts";

const now = new Date("2026-01-31T12:00:00.000Z");
const secondsTo = (at: Date | null) => at && (at.getTime() - now.getTime()) / 1_000;

describe("after a failed attempt", () => {
  const hour = 3_600;
  it("after each failed attempt the next follows later, plus or minus a tenth", () =>
    forRows(
      [
        [1, 5],
        [2, 5 * 60],
        [3, 30 * 60],
        [4, 2 * hour],
        [5, 5 * hour],
        [6, 10 * hour],
        [7, 14 * hour],
        [8, 20 * hour],
        [9, 24 * hour],
      ],
      (tries, seconds) => {
        expect(secondsTo(nextAttempt(tries, now, null, 0.5))).toBe(seconds);
        expect(secondsTo(nextAttempt(tries, now, null, 0))).toBeCloseTo(seconds * 0.9, 3);
        expect(secondsTo(nextAttempt(tries, now, null, 1))).toBeCloseTo(seconds * 1.1, 3);
      },
    ));

  it("number 10 there is no other", () => {
    expect(nextAttempt(10, now)).toBeNull();
  });

  it("with Retry-After the next follows no earlier than it says, within a limit", () =>
    forRows(
      [
        [120, 120, "Retry-After, because it is later"],
        [1, 5, "the schedule, because it is later"],
        [-3_600, 5, "the schedule, because Retry-After is past"],
        [10 * 86_400, 86_400, "a day at most"],
      ],
      (asked, seconds) => {
        const retryAfter = new Date(now.getTime() + asked * 1_000);
        expect(secondsTo(nextAttempt(1, now, retryAfter, 0.5))).toBe(seconds);
      },
    ));
});

describe("Retry-After", () => {
  it("reads Retry-After as seconds", () =>
    forRows(
      [
        ["120", 120],
        ["0", 0],
        ["Sat, 31 Jan 2026 12:01:00 GMT", 60],
        ["soon", null],
        ["", null],
        ["-5", null],
        [null, null],
      ],
      (header, seconds) => {
        expect(secondsTo(readRetryAfter(header, now))).toBe(seconds);
      },
    ));
});
