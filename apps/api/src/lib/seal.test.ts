import { expect, it } from "vitest";
import { CannotOpen, sealWith } from "./seal.ts";

const [one, other] = ["1a".repeat(32), "2b".repeat(32)];

it("opens what it sealed, and shows nothing of it", () => {
  const seal = sealWith([one]);
  const sealed = seal.seal("whsec_c2VjcmV0", "endpoint");

  expect(seal.open(sealed, "endpoint")).toBe("whsec_c2VjcmV0");
  expect(sealed).not.toContain("whsec");
  expect(sealed).not.toContain(Buffer.from("whsec_c2VjcmV0").toString("base64url"));
});

it("seals the same differently each time", () => {
  const seal = sealWith([one]);
  expect(seal.seal("a", "b")).not.toBe(seal.seal("a", "b"));
});

it("opens what an older key sealed, and seals with the first", () => {
  const old = sealWith([one]).seal("secret", "endpoint");
  const both = sealWith([other, one]);

  expect(both.open(old, "endpoint")).toBe("secret");
  expect(sealWith([other]).open(both.seal("secret", "endpoint"), "endpoint")).toBe("secret");
});

it("opens nothing without the key", () => {
  const sealed = sealWith([one]).seal("secret", "endpoint");
  expect(() => sealWith([other]).open(sealed, "endpoint")).toThrow(CannotOpen);
});

it("opens nothing of another record's", () => {
  const seal = sealWith([one]);
  expect(() => seal.open(seal.seal("secret", "endpoint"), "another")).toThrow(CannotOpen);
});

it.each([0, 1, 2, 3, 4])("opens nothing of which part %i was changed", (part) => {
  const seal = sealWith([one]);
  const parts = seal.seal("a secret of some length", "endpoint").split(".");
  const [first = ""] = parts[part] ?? "";
  parts[part] = `${first === "A" ? "B" : "A"}${parts[part]?.slice(1)}`;
  expect(() => seal.open(parts.join("."), "endpoint")).toThrow(CannotOpen);
});

it.each(["", "v1", "v1....", "not sealed"])("opens nothing of %j", (text) => {
  expect(() => sealWith([one]).open(text, "endpoint")).toThrow(CannotOpen);
});
