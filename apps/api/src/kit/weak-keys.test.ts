import { randomBytes } from "node:crypto";
import { publicDevAccount } from "@usance/local-stack";
import { describe, expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { isPublicKey, isWeakHex, isWeakText } from "./weak-keys.ts";

describe("hex digits", () => {
  test("of a small number, a pattern or a known tool are weak", () =>
    forRows(
      [
        ["zeros", "00".repeat(32)],
        ["ones", "f".repeat(64)],
        ["a repeated byte", "5e".repeat(32)],
        ["a repeated word", "deadbeef".repeat(8)],
        ["repeated digits", "0123456789abcdef".repeat(4)],
        [
          "bytes that count up",
          Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("hex"),
        ],
        [
          "bytes that count down by threes",
          Buffer.from(Array.from({ length: 32 }, (_, at) => 200 - 3 * at)).toString("hex"),
        ],
        ["a random half twice", randomBytes(16).toString("hex").repeat(2)],
        ["one", `0x${"0".repeat(63)}1`],
        ["random bytes behind zeros", "00".repeat(20) + randomBytes(12).toString("hex")],
      ],
      (_, hex) => {
        expect(isWeakHex(hex)).toBe(true);
      },
    ));

  test("from a random source are not weak", () => {
    for (let draw = 0; draw < 2_000; draw++) {
      expect(isWeakHex(randomBytes(32).toString("hex"))).toBe(false);
    }
  });
});

describe("a text", () => {
  test("a phrase, a word or a repetition is weak", () =>
    forRows(
      [
        ["one repeated letter", "a".repeat(32)],
        ["a repeated word", "change-me-".repeat(4)],
        ["a repeated word, cut off", "changeme1234".repeat(4).slice(0, 40)],
        ["the alphabet", "abcdefghijklmnopqrstuvwxyz{|}~!!"],
        ["digits in turn", "01234567890123456789012345678901"],
      ],
      (_, text) => {
        expect(isWeakText(text)).toBe(true);
      },
    ));

  test("from a random source is not weak", () => {
    for (let draw = 0; draw < 2_000; draw++) {
      expect(isWeakText(randomBytes(16).toString("hex"))).toBe(false);
      expect(isWeakText(randomBytes(24).toString("base64url"))).toBe(false);
    }
  });
});

describe("a well-known private key", () => {
  const { privateKey } = publicDevAccount;

  test("is recognized on every chain except local ones", () => {
    for (const key of [privateKey, privateKey.toUpperCase().replace("0X", "0x")]) {
      expect(isPublicKey(key, 8_453)).toBe(true);
      expect(isPublicKey(key, undefined)).toBe(true);
      expect(isPublicKey(key, 31_337)).toBe(false);
    }
  });

  test("is not confused with a random one", () => {
    expect(isPublicKey(`0x${randomBytes(32).toString("hex")}`, 8_453)).toBe(false);
  });
});
