import { expect, test } from "vitest";
import { deliveryWords, lastError } from "./delivery-words.ts";

const attempt = (statusCode: number | null, error: string | null = null) => ({
  ...{ attemptedAt: "2026-01-31T12:00:00.000Z", latencyMs: 3, response: null },
  statusCode,
  error,
});

test("a delivery that failed and is tried again says how often it was tried, and what went wrong last", () => {
  const refused = {
    status: "PENDING",
    attempts: [attempt(500), attempt(null, "Timed out.")],
  } as const;
  expect(deliveryWords(refused as never)).toEqual(["late", "Retrying · 2 attempts"]);
  expect(lastError(refused as never)).toBe("Timed out.");
  const failed = { status: "FAILED", attempts: [attempt(410)] } as const;
  expect(deliveryWords(failed as never)).toEqual(["bad", "Failed · 1 attempt"]);
  expect(lastError(failed as never)).toBe("Status 410");
});

test("a delivery that was not tried, or arrived, has no error", () => {
  expect(deliveryWords({ status: "PENDING", attempts: [] })).toEqual(["now", "Pending"]);
  expect(lastError({ status: "PENDING", attempts: [] })).toBeNull();
  const arrived = { status: "DELIVERED", attempts: [attempt(500), attempt(200)] } as const;
  expect(deliveryWords(arrived as never)).toEqual(["good", "Delivered"]);
  expect(lastError(arrived as never)).toBeNull();
});
