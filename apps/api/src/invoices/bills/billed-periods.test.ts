import { expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { pricedPeriods } from "./period-costs.ts";

type Subscription = Parameters<typeof pricedPeriods>[0];
type Card = Parameters<typeof pricedPeriods>[1][number];

const at = (day: number) => new Date(Date.UTC(2027, 0, day));
const dayOf = (date: Date | null) => date?.getUTCDate() ?? null;

/** Daily periods from the first of January. */
function daily(current: number, endedAt: Date | null = null): Subscription {
  return {
    billingAnchor: at(1),
    currentPeriodStart: at(current),
    currentPeriodEnd: at(current + 1),
    endedAt,
    paymentPlan: { billingInterval: "DAY" },
  };
}

const card = (version: number, createdAt: Date, effectiveFrom = at(0)) =>
  ({ version, createdAt, effectiveFrom }) as Card;

const noon = (day: number) => new Date(at(day).getTime() + 43_200_000);

it("bills are responsible for the periods that ended after the plan got its first card, and for the current one", () =>
  forRows(
    [
      ["no card", daily(3), [], []],
      ["a card of before", daily(3), [card(1, at(0))], [1, 2, 3]],
      ["a card that came in the second period", daily(3), [card(1, noon(2))], [2, 3]],
      ["a card that came with the end of the second", daily(3), [card(1, at(3))], [3]],
      ["a card for later periods", daily(3), [card(1, at(0), at(3))], [3]],
      ["an end before the card", daily(3, noon(3)), [card(1, new Date(noon(3).getTime() + 1))], []],
      ["an end after the card", daily(3, noon(3)), [card(1, at(3))], [3]],
      ["a card, a subscription and its end at one time", daily(1, at(1)), [card(1, at(1))], [1]],
    ] as const,
    async (_, subscription, cards, days) => {
      expect(pricedPeriods(subscription, cards).map(({ from }) => dayOf(from))).toEqual(days);
    },
  ));

it("a cancellation ends the last period early; its usage is that of the whole period", () => {
  const [last] = pricedPeriods(daily(1, noon(1)), [card(1, at(0))]);
  expect(last).toMatchObject({ from: at(1), to: at(2), end: noon(1) });
});

it("a period has the card with the latest start that is not after its own; of several, the newest", () => {
  const cards = [
    card(1, at(0)),
    card(2, at(1), at(2)),
    card(3, at(1), at(2)),
    card(4, at(1), noon(3)),
  ];
  expect(pricedPeriods(daily(4), cards).map((period) => period.card.version)).toEqual([1, 3, 3, 4]);
});
