import { expect, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { hasEnded } from "./schema.ts";

test("four states are final", () =>
  forRows(["COMPLETE", "FAILED", "DENIED", "CANCELLED"], (state) => {
    expect(hasEnded(state)).toBe(true);
  }));

test("every other state is in flight, also an unknown one", () =>
  forRows(
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
