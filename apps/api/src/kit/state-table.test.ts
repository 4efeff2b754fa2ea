import { expect, test } from "vitest";
import { transition } from "./state-table.ts";

const lamp = {
  OFF: { press: "ON", smash: "BROKEN" },
  ON: { release: "OFF", smash: "BROKEN" },
  BROKEN: {},
} as const;

test("a trigger starts from every state that has it and leads to one state", () => {
  expect(transition(lamp, "press")).toEqual({ from: ["OFF"], to: "ON" });
  expect(transition(lamp, "smash")).toEqual({ from: ["OFF", "ON"], to: "BROKEN" });
});

test("a trigger with two target states is refused", () => {
  const torn = { OFF: { press: "ON" }, ON: { press: "OFF" } } as const;
  expect(() => transition(torn, "press")).toThrow("The trigger press must lead to one state.");
});

test("an unknown trigger is refused", () => {
  const unlit: Record<string, Record<string, string>> = lamp;
  expect(() => transition(unlit, "dim")).toThrow("The trigger dim must lead to one state.");
});
