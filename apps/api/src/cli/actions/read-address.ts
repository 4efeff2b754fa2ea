import { getAddress, isAddress } from "viem";
import type { Hex } from "../../kit/evm-fields.ts";
import { WrongUse } from "../command-error.ts";

/** @returns the address with its checksum @throws WrongUse for an invalid address or a wrong checksum */
export function readAddress(name: string, text: string): Hex {
  if (isAddress(text)) return getAddress(text);
  throw new WrongUse(`${name} ${text} is not an address.`);
}
