import { expect, it } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { CannotOpen, sealWith } from "./seal.ts";

const [one, other] = ["1a".repeat(32), "2b".repeat(32)];

it("opens what it sealed, and the sealed text hides the content", () => {
  const seal = sealWith([one]);
  const sealed = seal.seal("whsec_c2VjcmV0", "endpoint");

  expect(seal.open(sealed, "endpoint")).toBe("whsec_c2VjcmV0");
  expect(sealed).not.toContain("whsec");
  expect(sealed).not.toContain(Buffer.from("whsec_c2VjcmV0").toString("base64url"));
});

it("seals the same text differently each time", () => {
  const seal = sealWith([one]);
  expect(seal.seal("a", "b")).not.toBe(seal.seal("a", "b"));
});

it("opens text sealed with an older key, and seals with the first", () => {
  const old = sealWith([one]).seal("secret", "endpoint");
  const both = sealWith([other, one]);

  expect(both.open(old, "endpoint")).toBe("secret");
  expect(sealWith([other]).open(both.seal("secret", "endpoint"), "endpoint")).toBe("secret");
});

it("cannot open without the key", () => {
  const sealed = sealWith([one]).seal("secret", "endpoint");
  expect(() => sealWith([other]).open(sealed, "endpoint")).toThrow(CannotOpen);
});

it("cannot open another record's text", () => {
  const seal = sealWith([one]);
  expect(() => seal.open(seal.seal("secret", "endpoint"), "another")).toThrow(CannotOpen);
});

it("cannot open text of which a part was changed", () =>
  forRows([0, 1, 2, 3, 4], (part) => {
    const seal = sealWith([one]);
    const parts = seal.seal("a secret of some length", "endpoint").split(".");
    const [first = ""] = parts[part] ?? "";
    parts[part] = `${first === "A" ? "B" : "A"}${parts[part]?.slice(1)}`;
    expect(() => seal.open(parts.join("."), "endpoint")).toThrow(CannotOpen);
  }));

it("cannot open other text", () =>
  forRows(["", "v1", "v1....", "not sealed"], (text) => {
    expect(() => sealWith([one]).open(text, "endpoint")).toThrow(CannotOpen);
  }));
