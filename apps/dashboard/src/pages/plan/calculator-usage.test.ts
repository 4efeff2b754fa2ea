import { expect, test } from "vitest";
import type { Component } from "../../api/records.ts";
import { errorOf, inputsOf, plottedQuantities, usageOf } from "./calculator-usage.ts";

const requests = {
  type: "GRADUATED",
  description: "Requests",
  prefix: "requests",
  included: "100",
  tiers: [
    { upTo: "1000", unitAmount: "0" },
    { upTo: null, unitAmount: "0.002" },
  ],
} satisfies Component;
const calls: Component = {
  type: "PER_UNIT",
  description: "Calls",
  measure: "COUNT",
  unitAmount: "0.1",
};
const flat: Component = { type: "FLAT", description: "Base fee", amount: "20" };

test("a card asks for what its components measure of each prefix", () => {
  const labels = inputsOf([flat, requests, calls]).map(({ label }) => label);
  expect(labels).toEqual([
    "requests",
    "requests: number of events",
    "Other usage: number of events",
  ]);
  expect(inputsOf([flat])).toEqual([]);
  const { prefix: _, ...unnamed } = requests;
  expect(inputsOf([unnamed])).toMatchObject([{ prefix: "other", label: "Usage" }]);
});

test("what is typed becomes the usage of a quote, digit by digit", () => {
  const inputs = inputsOf([requests, calls]);
  const typed = { "SUM requests": " 12345678901234567.000001", "COUNT requests": "3" };
  expect(usageOf(inputs, typed)).toEqual([
    { prefix: "requests", quantity: "12345678901234567.000001", count: 3 },
  ]);
  expect(usageOf(inputs, {})).toEqual([{ prefix: "requests", quantity: "0", count: 0 }]);
  expect(usageOf([], {})).toEqual([{ prefix: "other", quantity: "0", count: 0 }]);
});

test("only decimals and whole numbers are accepted", () => {
  const [sum, count] = inputsOf([requests, calls]);
  if (sum === undefined || count === undefined) throw new Error("The card has two inputs.");
  expect([errorOf(sum, "1.5"), errorOf(count, "15"), errorOf(sum, "")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect(errorOf(sum, "1e5")).toBe("Enter a number with at most six decimals.");
  expect(errorOf(count, "1.5")).toBe("Enter a whole number.");
});

test("a plot has both sides of each quantity at which the price changes, up to twice what is typed", () => {
  const [input] = inputsOf([requests]);
  if (input === undefined) throw new Error("The card has an input.");
  const quantities = plottedQuantities([requests], input, { [input.key]: "800" });
  expect(quantities).toEqual(expect.arrayContaining(["1100.000000", "1100.000001"]));
  expect([quantities[0], quantities.at(-1)]).toEqual(["0.000000", "1600.000000"]);
  expect(plottedQuantities([requests], input, {}).at(-1)).toBe("2200.000000");
});

test("a plot of a number of events has whole numbers, each once", () => {
  const [input] = inputsOf([calls]);
  if (input === undefined) throw new Error("The card has an input.");
  expect(plottedQuantities([calls], input, { [input.key]: "2" })).toEqual([
    ...["0", "1", "2", "3", "4"],
  ]);
});

test("prices in the form that are not finished have no bounds", () => {
  const unfinished: Component = {
    type: "PACKAGE",
    description: "",
    packageSize: "1e5",
    packageAmount: "",
  };
  const [input] = inputsOf([unfinished]);
  if (input === undefined) throw new Error("The card has an input.");
  expect(plottedQuantities([unfinished], input, {}).at(-1)).toBe("2000.000000");
});
