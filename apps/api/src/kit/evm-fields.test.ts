import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { bytes32, evmAddress } from "./evm-fields.ts";
import { request } from "./fields.ts";

const schema = request({ referenceHash: bytes32(), payerAddress: evmAddress() });
const hash = `0x${"5e".repeat(32)}`;
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

const hex = (minLength: number, maxLength = minLength) =>
  fc
    .string({
      unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
      minLength,
      maxLength,
      size: "max",
    })
    .map((digits) => `0x${digits}`);

function complaint(body: Record<string, unknown>): string | null {
  const read = schema.safeParse({ referenceHash: hash, payerAddress: address, ...body });
  return read.success ? null : (read.error.issues[0]?.message ?? "");
}

describe("a reference hash", () => {
  const rule = "referenceHash must be a 32-byte hex value.";

  test("of 64 hex digits in any case is returned as given", () => {
    fc.assert(
      fc.property(hex(64), (referenceHash) => {
        expect(schema.parse({ referenceHash, payerAddress: address }).referenceHash).toBe(
          referenceHash,
        );
      }),
    );
  });

  test("of any other length is refused", () => {
    const others = hex(0, 130).filter((text) => text.length !== 66);
    fc.assert(
      fc.property(others, (referenceHash) => {
        expect(complaint({ referenceHash })).toBe(rule);
      }),
    );
  });

  test("that breaks a rule is refused", () =>
    forRows(
      [
        [undefined, "referenceHash is required."],
        [null, "referenceHash is required."],
        ["", "referenceHash is required."],
        [" \t", "referenceHash is required."],
        [5, rule],
        [[hash], rule],
        [hash.replace("x", "X"), rule],
        [hash.slice(2), rule],
        [hash.replace("e", "g"), rule],
        [`${hash}\n`, rule],
        [` ${hash}`, rule],
        [hash.replace("e", "\0"), rule],
        [hash.replace("5", "５"), rule],
      ],
      (referenceHash, message) => {
        expect(complaint({ referenceHash })).toBe(message);
      },
    ));
});

describe("an address", () => {
  const rule = "payerAddress must be a valid address.";

  test("of 40 hex digits in any case is returned as given, without a checksum requirement", () => {
    const addresses = hex(40).filter((text) => !/^0x0+$/.test(text));
    fc.assert(
      fc.property(addresses, (payerAddress) => {
        expect(schema.parse({ referenceHash: hash, payerAddress }).payerAddress).toBe(payerAddress);
      }),
    );
  });

  test("of any other length is refused", () => {
    const others = hex(0, 90).filter((text) => text.length !== 42);
    fc.assert(
      fc.property(others, (payerAddress) => {
        expect(complaint({ payerAddress })).toBe(rule);
      }),
    );
  });

  test("that is no address is refused", () =>
    forRows(
      [
        ["absent", undefined],
        ["null", null],
        ["empty", ""],
        ["blank", "  "],
        ["a number", 5],
        ["zero", `0x${"0".repeat(40)}`],
        ["with an upper-case prefix", address.replace("x", "X")],
        ["without the prefix", address.slice(2)],
        ["with a letter that is not a hex digit", address.replace("C", "G")],
        ["followed by a line break", `${address}\n`],
        ["a name", "vitalik.eth"],
      ],
      (_, payerAddress) => {
        expect(complaint({ payerAddress })).toBe(rule);
      },
    ));

  test("that is nearly zero is accepted", () => {
    expect(complaint({ payerAddress: `0x${"0".repeat(39)}1` })).toBeNull();
  });
});
