import { expect, test } from "vitest";
import { hasEnded } from "./transaction-state.ts";

test.each(["COMPLETE", "FAILED", "DENIED", "CANCELLED"])("%s is final", (state) => {
  expect(hasEnded(state)).toBe(true);
});

test.each([
  "INITIATED",
  "CLEARED",
  "QUEUED",
  "SENT",
  "STUCK",
  "CONFIRMED",
  "PENDING_RISK_SCREENING",
  "complete",
  "",
])("%j is in flight", (state) => {
  expect(hasEnded(state)).toBe(false);
});
