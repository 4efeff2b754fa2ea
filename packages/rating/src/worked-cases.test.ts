import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import schema from "../rate-card.schema.json" with { type: "json" };
import { cards } from "../test/arbitrary-cards.ts";
import { rateNaively } from "../test/naive-rating.ts";
import table from "../worked-cases.json" with { type: "json" };
import type { Component } from "./component.ts";
import { RatingError, rate } from "./index.ts";

/* The committed cases, which were calculated by hand, for other implementations to run too. */

const isCard = new Ajv2020({ allowUnionTypes: true }).compile<Component[]>(schema);

it("every case costs what was calculated by hand, and the same by the implementation with fractions", () => {
  for (const { name, components, usage, amount, lines } of table.cases) {
    if (!isCard(components)) throw new Error(`${name}: ${JSON.stringify(isCard.errors)}`);
    const rating = rate(components, usage);
    const shown = rating.lines.map(({ exactAmount, amount: rounded, parts }) => ({
      exactAmount,
      amount: rounded,
      parts,
    }));

    expect(shown, name).toEqual(lines);
    expect(rating.amount, name).toBe(amount);
    expect(rateNaively(components, usage).amount, name).toBe(amount);
  }
});

it("the schema accepts generated cards, and refuses those that break a rule that it can express", () => {
  for (const card of fc.sample(cards, 500)) {
    expect(isCard(JSON.parse(JSON.stringify(card))), JSON.stringify(card)).toBe(true);
  }
  const others = table.refused.filter(({ components }) => isCard(components));
  expect(others.map(({ name }) => name)).toEqual([
    "no last tier",
    "a last tier that is not last",
    "tiers that do not grow",
    "a tier that ends at 0",
    "a minimum that is not last",
  ]);
});

it("every card that breaks a rule is refused", () => {
  for (const { name, components, problem } of table.refused) {
    expect(() => rate(components as Component[], []), name).toThrow(new RatingError(problem));
  }
});
