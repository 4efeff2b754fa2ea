import { describe, expect, it } from "vitest";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { decideRetry } from "./decide-retry.ts";

const now = new Date("2026-01-31T12:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const fresh = { tries: 0, failingSince: null };
const status = (code: number) => ({ status: code, body: "", retryAfter: null });

describe("an attempt", () => {
  it("with a 2xx response is a success", () =>
    forRows([200, 201, 202, 204, 299], (code) => {
      expect(decideRetry(fresh, status(code), now)).toEqual({
        arrived: true,
        nextAttemptAt: null,
        reason: null,
        disable: null,
      });
    }));

  it("with any other response is retried", () =>
    forRows([100, 199, 300, 301, 302, 304, 307, 400, 404, 429, 500, 503], (code) => {
      expect(decideRetry(fresh, status(code), now)).toMatchObject({
        arrived: false,
        nextAttemptAt: expect.any(Date),
        reason: null,
        disable: null,
      });
    }));

  it("is retried when Retry-After asks, within a day", () =>
    forRows(
      [
        ["3600", "2026-01-31T13:00:00.000Z"],
        ["9999999999", "2026-02-01T12:00:00.000Z"],
        ["9".repeat(400), "2026-02-01T12:00:00.000Z"],
        ["Fri, 31 Dec 9999 23:59:59 GMT", "2026-02-01T12:00:00.000Z"],
      ],
      (retryAfter, at) => {
        const answer = { status: 503, body: "", retryAfter };
        expect(decideRetry(fresh, answer, now).nextAttemptAt).toEqual(new Date(at));
      },
    ));
});

describe("the endpoint is disabled", () => {
  it("by a 410", () => {
    const disable = "The endpoint answered 410 Gone, and was disabled.";
    expect(decideRetry(fresh, status(410), now)).toMatchObject({
      nextAttemptAt: null,
      reason: disable,
      disable,
    });
  });

  it("after five days of failures only, and not earlier", () => {
    const disable = "The endpoint did nothing but fail for five days, and was disabled.";
    const failing = (days: number) => ({ ...fresh, failingSince: daysAgo(days) });
    expect(decideRetry(failing(5), status(500), now).disable).toBe(disable);
    expect(decideRetry(failing(4.99), status(500), now).disable).toBeNull();
  });

  it("never by a successful attempt", () => {
    expect(
      decideRetry({ tries: 3, failingSince: daysAgo(9) }, status(200), now).disable,
    ).toBeNull();
  });
});
