import { hashText } from "@usance/proofs";
import { z } from "zod";
import { requiredOr, says } from "./messages.ts";

/* Values that the examples of the OpenAPI document share, so that they fit together. */

export const exampleId = "k3v9x2m7q1t8w5z4b6n0c8r1";
export const exampleTime = "2026-01-31T12:00:00.000Z";
export const exampleHash = `0x${"5e".repeat(32)}`;
export const exampleSignature = `0x${"5e".repeat(65)}`;
export const exampleAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

export type Hex = `0x${string}`;

/** An address in lower case: the chain libraries read mixed case as a checksum. */
export const inLowerCase = (address: string) => address.toLowerCase() as Hex;

const bytes32Rule = "must be a 32-byte hex value.";
const addressRule = "must be a valid address.";

const signatureRule = "must be a signature: 0x and at most 8192 hex digits.";

const isBytes32 = (value: string): value is Hex => /^0x[0-9a-f]{64}$/i.test(value) && isHex(value);
const isAddress = (value: string): value is Hex =>
  /^0x[0-9a-f]{40}$/i.test(value) && isHex(value) && !/^0x0{40}$/.test(value);

/** 65 bytes from an account with a private key; a smart account's signature may be longer, or empty. */
const isSignature = (value: string): value is Hex =>
  /^0x(?:[0-9a-f]{2}){0,4096}$/i.test(value) && isHex(value);

/** The `i` flag above is for the digits only: the x of the prefix is in lower case. */
const isHex = (value: string) => value.startsWith("0x");

/** `0x` and 64 hex digits of either case, returned as they were sent. */
export const bytes32 = () =>
  z
    .string({ error: requiredOr(bytes32Rule) })
    .refine((value) => value.trim() !== "", { ...says("is required."), abort: true })
    .refine(isBytes32, says(bytes32Rule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleHash });

/** The same, but not all zero. */
export const nonZeroBytes32 = () =>
  bytes32().refine((value) => !/^0x0{64}$/.test(value), says("must not be zero."));

/** `0x` and 40 hex digits of either case, not all zero. A missing value has the same message. */
export const evmAddress = () =>
  z
    .string(says(addressRule))
    .refine(isAddress, says(addressRule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleAddress });

/**
 * The same, but an address in mixed case must have the checksum of EIP-55: a mistyped digit is found before anything is
 * paid to it. Addresses in one case have no checksum.
 */
export const checkedAddress = () =>
  evmAddress().refine(
    (address) => isOfOneCase(address) || address === withChecksum(address),
    says("must have the EIP-55 checksum that its mixed case says it has. Check every character."),
  );

const isOfOneCase = (address: Hex) => {
  const digits = address.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
};

/** An address in the case of EIP-55: a letter is upper case if the digit of the hash in its place is 8 or more. */
function withChecksum(address: Hex): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hashText(digits).slice(2);
  return `0x${digits.replace(/[a-f]/g, (letter, place: number) =>
    (hash[place] ?? "0") >= "8" ? letter.toUpperCase() : letter,
  )}`;
}

/** A wallet's signature. Its form is up to the wallet: some smart accounts return an empty one. */
export const signature = () =>
  z
    .string({ error: requiredOr(signatureRule) })
    .refine(isSignature, says(signatureRule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleSignature });
