import { z } from "zod";
import { exampleAddress, exampleHash, exampleSignature } from "./examples.ts";
import { requiredOr, says } from "./messages.ts";

export type Hex = `0x${string}`;

/** An address as the chain's libraries take it: mixed case would have to be a checksum. */
export const inLowerCase = (address: string) => address.toLowerCase() as Hex;

const bytes32Rule = "must be a 32-byte hex value.";
const addressRule = "must be a valid address.";

const signatureRule = "must be a signature: 0x and at most 8192 hex digits.";

const isBytes32 = (value: string): value is Hex => /^0x[0-9a-f]{64}$/i.test(value) && isHex(value);
const isAddress = (value: string): value is Hex =>
  /^0x[0-9a-f]{40}$/i.test(value) && isHex(value) && !/^0x0{40}$/.test(value);

/** 65 bytes of an account's own key; a smart account's may be longer, or none. */
const isSignature = (value: string): value is Hex =>
  /^0x(?:[0-9a-f]{2}){0,4096}$/i.test(value) && isHex(value);

/** The `i` above is for the digits; the prefix is a lower-case x. */
const isHex = (value: string) => value.startsWith("0x");

/** `0x` and 64 hex digits of either case, given back as they came. */
export const bytes32 = () =>
  z
    .string({ error: requiredOr(bytes32Rule) })
    .refine((value) => value.trim() !== "", { ...says("is required."), abort: true })
    .refine(isBytes32, says(bytes32Rule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleHash });

/** `0x` and 40 hex digits of any case, not zero; the same message when it is missing. */
export const evmAddress = () =>
  z
    .string(says(addressRule))
    .refine(isAddress, says(addressRule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleAddress });

/** What a wallet answers when it has signed. Its bytes are the wallet's business: some smart accounts sign with none. */
export const signature = () =>
  z
    .string({ error: requiredOr(signatureRule) })
    .refine(isSignature, says(signatureRule))
    .transform((value): Hex => value as Hex)
    .meta({ example: exampleSignature });
