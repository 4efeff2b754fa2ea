import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { pace } from "./pace.ts";

const shown = { underWay: false, hidden: false, failures: 0 };

test("a payment is polled more often where news is near", () =>
  forRows(
    [
      ["a payment under way", { ...shown, underWay: true }, 1_000],
      ["an open session", shown, 5_000],
      ["a payment on a hidden page", { ...shown, underWay: true, hidden: true }, 5_000],
      ["a session on a hidden page", { ...shown, hidden: true }, 25_000],
      ["an API that failed to respond twice", { ...shown, underWay: true, failures: 2 }, 4_000],
      ["an API that never responds", { ...shown, failures: 1_000 }, 30_000],
    ],
    (_, circumstances, ms) => {
      expect(pace(circumstances)).toBe(ms);
    },
  ));
