import { expect, test } from "vitest";
import { eachRow } from "../../../test/harness/each-row.ts";
import { hasEnded } from "./transaction-state.ts";

test("four states are final", () =>
  eachRow(["COMPLETE", "FAILED", "DENIED", "CANCELLED"], (state) => {
    expect(hasEnded(state)).toBe(true);
  }));

test("every other state is in flight, also an unknown one", () =>
  eachRow(
    [
      "INITIATED",
      "CLEARED",
      "QUEUED",
      "SENT",
      "STUCK",
      "CONFIRMED",
      "PENDING_RISK_SCREENING",
      "complete",
      "",
    ],
    (state) => {
      expect(hasEnded(state)).toBe(false);
    },
  ));
