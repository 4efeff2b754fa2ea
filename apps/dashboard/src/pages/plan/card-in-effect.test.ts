import { expect, test } from "vitest";
import { forRows } from "../../../../api/test/harness/for-rows.ts";
import type { RateCard } from "../../api/records.ts";
import { cardInEffect } from "./card-in-effect.ts";

const card = (version: number, effectiveFrom: string): RateCard => ({
  ...{ id: `card${version}`, version, effectiveFrom, createdAt: effectiveFrom },
  ...{ paymentPlanId: "plan", serviceId: "service", components: [] },
});
const cards = [
  card(4, "2026-03-01T00:00:00.000Z"),
  card(3, "2026-02-01T00:00:00.000Z"),
  card(2, "2026-02-01T00:00:00.000Z"),
  card(1, "2026-01-01T00:00:00.000Z"),
];

test("the version of the time is in effect", () =>
  forRows(
    [
      ["2025-12-31T23:59:59.999Z", undefined],
      ["2026-01-01T00:00:00.000Z", 1],
      ["2026-02-01T00:00:00.000Z", 3],
      ["2026-04-01T00:00:00.000Z", 4],
    ],
    (time, version) => {
      expect(cardInEffect(cards, time)?.version).toBe(version);
    },
  ));
