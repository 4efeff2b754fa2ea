import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { hashToken } from "../../../kit/tokens.ts";
import { isApiKey, newApiKey } from "./api-key.ts";

/** A key as issued once: keys that are in use must stay keys. */
const issued = "usance_Kx7Qm2ZpR9dTfW4vN8sLbY3hJ6gCtA1t01I5";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const keys = fc.constant(null).map(newApiKey);

test("a new key is the prefix and 36 base62 characters, and every key is different", () => {
  const made = Array.from({ length: 100 }, newApiKey);
  for (const key of made) {
    expect(key).toMatch(/^usance_[0-9A-Za-z]{36}$/);
    expect(isApiKey(key)).toBe(true);
  }
  expect(new Set(made).size).toBe(100);
});

test("an issued key stays a key", () => {
  expect(isApiKey(issued)).toBe(true);
});

describe("a mistyped key is refused", () => {
  test("with any single character of the issued key replaced", () => {
    for (let place = 0; place < issued.length; place++) {
      for (const character of `${base62}_- \n`) {
        if (character === issued[place]) continue;
        expect(isApiKey(issued.slice(0, place) + character + issued.slice(place + 1))).toBe(false);
      }
    }
  });

  test("with any single character of any key replaced", () => {
    const place = fc.nat(issued.length - 1);
    const character = fc.oneof(
      fc.constantFrom(...base62),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    );
    fc.assert(
      fc.property(keys, place, character, (key, at, other) => {
        fc.pre(other !== key[at]);
        expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("with two adjacent characters swapped", () => {
    const place = fc.nat(issued.length - 2);
    fc.assert(
      fc.property(keys, place, (key, at) => {
        const [first = "", second = ""] = key.slice(at, at + 2);
        fc.pre(first !== second);
        expect(isApiKey(key.slice(0, at) + second + first + key.slice(at + 2))).toBe(false);
      }),
    );
  });

  test("in any other form", () =>
    forRows(
      [
        ["an empty text", ""],
        ["the prefix alone", "usance_"],
        ["a key without its last character", issued.slice(0, -1)],
        ["a key with one more character", `${issued}0`],
        ["a key with a space before it", ` ${issued}`],
        ["a key with a line break after it", `${issued}\n`],
        ["a key in upper case", issued.toUpperCase()],
        ["a key with another prefix", issued.replace("usance", "secret")],
      ],
      (_, text) => {
        expect(isApiKey(text)).toBe(false);
      },
    ));
});

test("a key's hash is its SHA-256 in hex", () => {
  expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hashToken(issued)).toBe(
    "18b24701d2d6d332c31e9877dc85b65fece8da122573cb098d7be0c9431593ef",
  );
});
