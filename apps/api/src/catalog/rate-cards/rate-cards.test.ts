import table from "@usance/rating/worked-cases.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

describe("rate cards", () => {
  const story = new Story(restDoor, service);
  const aPlan = async () => story.aPlan((await story.aService()).id);
  const fee = { type: "FLAT", description: "Base fee", amount: "10" };

  it("creating one answers 201 with the first version, which prices all periods of the plan", async () => {
    const plan = await aPlan();
    const components = [
      { type: "PER_UNIT", description: "Requests", prefix: "requests", unitAmount: 0.000001 },
      {
        type: "GRADUATED",
        description: "Seats",
        measure: "MAX",
        included: "1.500",
        tiers: [
          { upTo: "10.0", unitAmount: "0.000000000001", flatAmount: null },
          { upTo: null, unitAmount: "0" },
        ],
      },
      { ...fee, amount: "0010.10" },
    ];

    const { status, body } = await story.call("rateCards.create", {
      paymentPlanId: plan.id,
      components,
    });

    expect(status).toBe(201);
    expect(body.rateCard).toEqual({
      id: expect.any(String),
      paymentPlanId: plan.id,
      serviceId: plan.serviceId,
      version: 1,
      components: [
        { type: "PER_UNIT", description: "Requests", prefix: "requests", unitAmount: "0.000001" },
        {
          type: "GRADUATED",
          description: "Seats",
          measure: "MAX",
          included: "1.5",
          tiers: [
            { upTo: "10", unitAmount: "0.000000000001" },
            { upTo: null, unitAmount: "0" },
          ],
        },
        { ...fee, amount: "10.1" },
      ],
      effectiveFrom: plan.createdAt,
      createdAt: expect.any(String),
    });
    const { id: rateCardId } = body.rateCard;
    expect(await story.done("rateCards.get", { rateCardId })).toEqual(body);
  });

  it("accepts the card of every worked case", async () => {
    const { id: paymentPlanId } = await aPlan();
    await forRows(table.cases, async ({ components }) => {
      const { status } = await story.call("rateCards.create", { paymentPlanId, components });
      expect(status).toBe(201);
    });
  });

  it("refuses what packages/rating refuses, with its words", async () => {
    const { id: paymentPlanId } = await aPlan();
    await forRows(table.refused, async ({ components, problem }) => {
      expect(await story.refusal("rateCards.create", { paymentPlanId, components })).toBe(
        `400 ${problem}`,
      );
    });
  });

  it("refuses a component that breaks a rule, and names the field", async () => {
    const { id: paymentPlanId } = await aPlan();
    await forRows(
      [
        [
          {},
          "components.0.type must be one of: PER_UNIT, GRADUATED, VOLUME, PACKAGE, PERCENTAGE, FLAT, MINIMUM.",
        ],
        ["fee", "components.0 must be an object."],
        [{ type: "FLAT", description: "Fee" }, "components.0.amount is required."],
        [{ ...fee, prefix: "a" }, "components.0.prefix is not a known parameter."],
        [{ ...fee, description: " " }, "components.0.description is required."],
        [
          { type: "PER_UNIT", description: "A", unitAmount: "1", prefix: "a:b" },
          "components.0.prefix must not contain a colon.",
        ],
        [
          { type: "VOLUME", description: "A", tiers: [{ upTo: {}, unitAmount: "1" }] },
          "components.0.tiers.0.upTo must be null in the last tier, and only there.",
        ],
      ],
      async (component, error) => {
        const input = { paymentPlanId, components: [component] };
        expect(await story.refusal("rateCards.create", input)).toBe(`400 ${error}`);
      },
    );
  });

  it("the next version begins now, or later, but not in the past", async () => {
    const { paymentPlanId, components } = await story.aRateCard();
    const { clock } = service();
    const create = (effectiveFrom?: string) =>
      story.call("rateCards.create", { paymentPlanId, components, effectiveFrom });

    const second = (await create()).body.rateCard;
    const later = clock.in(60);
    const third = (await create(later)).body.rateCard;
    const replaced = (await create(later)).body.rateCard;
    const between = (await create(clock.in(30))).body.rateCard;
    const past = await create(clock.in(-1));

    expect([second, third, replaced, between].map(({ version }) => version)).toEqual([2, 3, 4, 5]);
    expect(second.effectiveFrom).toBe(second.createdAt);
    expect(replaced.effectiveFrom).toBe(later);
    expect([past.status, past.code]).toEqual([409, "rate_card_too_early"]);
  });

  it("concurrent calls make one version each", async () => {
    const { id: paymentPlanId } = await aPlan();
    const cards = await Promise.all(
      Array.from({ length: 5 }, () => story.aRateCard({ paymentPlanId })),
    );
    expect(cards.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it("a list has the cards of one plan, newest first, in pages", async () => {
    const { paymentPlanId } = await story.aRateCard();
    await story.aRateCard({ paymentPlanId });
    await story.aRateCard();

    const first = await story.done("rateCards.list", { paymentPlanId, limit: 1 });
    const { nextCursor: cursor } = first;
    const second = await story.done("rateCards.list", { paymentPlanId, limit: 1, cursor });

    const versions = [first, second].map(({ rateCards }) => rateCards[0].version);
    expect(versions).toEqual([2, 1]);
    expect(second.nextCursor).toBeNull();
  });
});
