import { expect, test } from "vitest";
import { atMost, nameOf, requiredOr, says } from "./messages.ts";

test("a field is named by its whole path", () => {
  expect(nameOf({ path: ["name"] })).toBe("name");
  expect(nameOf({ path: ["owner", "email"] })).toBe("owner.email");
  expect(nameOf({ path: ["usageEvents", 0, "quantity"] })).toBe("usageEvents.0.quantity");
});

test("a rule follows the field's name", () => {
  expect(says("must be a string.").error({ path: ["name"] })).toBe("name must be a string.");
});

test("a value that is not there is required, and any other breaks the rule", () => {
  const complain = requiredOr("must be a string.");
  const said = (input: unknown) => complain({ path: ["name"], input });
  expect(said(undefined)).toBe("name is required.");
  expect(said(null)).toBe("name is required.");
  expect(said(0)).toBe("name must be a string.");
  expect(said("")).toBe("name must be a string.");
  expect(said(false)).toBe("name must be a string.");
});

test("a length limit is told", () => {
  expect(atMost(200).error({ path: ["name"] })).toBe("name must be at most 200 characters.");
});
