import { expect, test } from "vitest";
import { atMost, nameOf, requiredOr, says } from "./messages.ts";

test("a message names the field by its full path", () => {
  expect(nameOf({ path: ["name"] })).toBe("name");
  expect(nameOf({ path: ["owner", "email"] })).toBe("owner.email");
  expect(nameOf({ path: ["usageEvents", 0, "quantity"] })).toBe("usageEvents.0.quantity");
});

test("a message puts the rule after the field's name", () => {
  expect(says("must be a string.").error({ path: ["name"] })).toBe("name must be a string.");
});

test("a missing value is reported as required, and an invalid one by its rule", () => {
  const complain = requiredOr("must be a string.");
  const said = (input: unknown) => complain({ path: ["name"], input });
  expect(said(undefined)).toBe("name is required.");
  expect(said(null)).toBe("name is required.");
  expect(said(0)).toBe("name must be a string.");
  expect(said("")).toBe("name must be a string.");
  expect(said(false)).toBe("name must be a string.");
});

test("a message names the length limit", () => {
  expect(atMost(200).error({ path: ["name"] })).toBe("name must be at most 200 characters.");
});
