import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";

export type Hex = `0x${string}`;

/** keccak256 of a text in UTF-8. The settlement contract names an invoice by this hash of its id. */
export const hashText = (text: string): Hex => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`;

/** keccak256 of a JSON value's canonical text. */
export const hashJson = (value: unknown): Hex => hashText(canonicalJson(value));
