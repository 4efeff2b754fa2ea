import { expect, test } from "vitest";
import { forRows } from "../../../../api/test/harness/for-rows.ts";
import type { Component } from "../../api/records.ts";
import { componentOf, draftOf, newComponent } from "./component-drafts.ts";

const components: Component[] = [
  { type: "FLAT", description: "Base fee", amount: "20" },
  {
    type: "PER_UNIT",
    description: "Requests",
    prefix: "requests",
    measure: "COUNT",
    included: "1000",
    minimum: "5",
    unitAmount: "0.000000000001",
  },
  {
    type: "GRADUATED",
    description: "Tokens",
    tiers: [
      { upTo: "1000", unitAmount: "0", flatAmount: "5" },
      { upTo: null, unitAmount: "0.002" },
    ],
  },
  { type: "PACKAGE", description: "Blocks", packageSize: "1000", packageAmount: "0.5" },
  { type: "PERCENTAGE", description: "Sales", percent: "2.9" },
  { type: "MINIMUM", description: "Minimum", amount: "50" },
];

test("a component of any type is the same after the form", () =>
  forRows(components, (component) => {
    expect(componentOf(draftOf(component))).toEqual(component);
  }));

test("empty optional fields are left out, and the last tier has no end", () => {
  const draft = { ...newComponent("VOLUME"), description: "Requests", prefix: " " };
  expect(componentOf(draft)).toEqual({
    type: "VOLUME",
    description: "Requests",
    tiers: [
      { upTo: "", unitAmount: "" },
      { upTo: null, unitAmount: "" },
    ],
  });
});
