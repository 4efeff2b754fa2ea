import {
  hexToBigInt,
  isAddressEqual,
  type PublicClient,
  parseAbi,
  recoverAddress,
  size,
  slice,
} from "viem";
import type { Hex } from "../shared/evm-fields.ts";
import { revertMessage } from "./reverts.ts";

const erc1271 = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** What a smart account answers that has signed. */
const hasSigned = "0x1626ba7e";
/** Half of secp256k1's order: of two signatures that recover alike, contracts take the lower s. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * Whether an account has signed, by the rules of the contracts that will ask the same: of one without code
 * an ECDSA signature with a low s, of one with code whatever it accepts (ERC-1271). viem's own check takes
 * more than they do.
 */
export async function hasAccountSigned(
  client: PublicClient,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  if ((await client.getCode({ address: account })) === undefined) {
    return recovers(account, hash, signature);
  }
  const asked = { address: account, abi: erc1271, functionName: "isValidSignature" } as const;
  try {
    return (await client.readContract({ ...asked, args: [hash, signature] })) === hasSigned;
  } catch (error) {
    if (revertMessage(error) !== null) return false;
    throw error;
  }
}

async function recovers(account: Hex, hash: Hex, signature: Hex): Promise<boolean> {
  if (size(signature) !== 65 || hexToBigInt(slice(signature, 32, 64)) > highestS) return false;
  if (!/(?:1b|1c)$/i.test(signature)) return false;
  return recoverAddress({ hash, signature }).then(
    (address) => isAddressEqual(address, account),
    () => false, // no point of the curve
  );
}
