import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hexToBigInt,
  isAddressEqual,
  isErc6492Signature,
  type PublicClient,
  parseAbi,
  parseErc6492Signature,
  recoverAddress,
  size,
  slice,
} from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import { ranOutOfGas, revertMessage } from "./reverts.ts";

const erc1271 = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** What a smart account answers that has signed. */
const hasSigned = "0x1626ba7e";
/** Half of secp256k1's order: of two signatures that recover alike, contracts take the lower s. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** What a stranger's contract may use in a node's memory: a wallet's check, and its deployment before it. */
const gasOfCheck = 1_000_000n;
const gasOfDeployment = 5_000_000n;

/**
 * Whether an account has signed, by the rules of the contracts that will ask the same: of one without code
 * an ECDSA signature with a low s, of one with code whatever it accepts (ERC-1271), and of one that is not
 * deployed yet what it would accept once the factory in its signature has deployed it (ERC-6492).
 */
export async function hasAccountSigned(
  client: PublicClient,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const isWrapped = isErc6492Signature(signature);
  const isDeployed = (await client.getCode({ address: account })) !== undefined;
  if (!isDeployed && !isWrapped) return recovers(account, hash, signature);
  return isDeployed
    ? accepts(
        client,
        account,
        hash,
        isWrapped ? parseErc6492Signature(signature).signature : signature,
      )
    : wouldAccept(client, account, hash, signature);
}

/** By what a smart account says itself. */
async function accepts(client: PublicClient, account: Hex, hash: Hex, signature: Hex) {
  const data = encodeFunctionData({ abi: erc1271, args: [hash, signature] });
  const answer = await answerOf(client.call({ to: account, data, gas: gasOfCheck }));
  return answer?.startsWith(hasSigned) === true;
}

/** By ERC-6492's own validator, which runs in the node alone. */
async function wouldAccept(client: PublicClient, account: Hex, hash: Hex, signature: Hex) {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, hash, signature],
  });
  const answer = await answerOf(client.call({ data, gas: gasOfDeployment }));
  return answer !== null && answer !== "0x" && hexToBigInt(answer) === 1n;
}

/** @returns null when the call was refused */
async function answerOf(asked: Promise<{ data?: Hex | undefined }>): Promise<Hex | null> {
  try {
    return (await asked).data ?? "0x";
  } catch (error) {
    if (revertMessage(error) !== null || ranOutOfGas(error)) return null;
    throw error;
  }
}

/**
 * A signature as contracts take it. Some wallets end an account's own signature with 0 or 1 where
 * contracts want 27 or 28; it is changed only if it then recovers the account. A smart account's own
 * format is its own: it is passed on untouched.
 */
export async function asContractsTakeIt(account: Hex, hash: Hex, signature: Hex): Promise<Hex> {
  if (!/^0x[0-9a-f]{128}0[01]$/i.test(signature)) return signature;
  const normal = `${signature.slice(0, -2)}${signature.endsWith("0") ? "1b" : "1c"}` as Hex;
  return (await recovers(account, hash, normal)) ? normal : signature;
}

async function recovers(account: Hex, hash: Hex, signature: Hex): Promise<boolean> {
  if (size(signature) !== 65 || hexToBigInt(slice(signature, 32, 64)) > highestS) return false;
  if (!/(?:1b|1c)$/i.test(signature)) return false;
  return recoverAddress({ hash, signature }).then(
    (address) => isAddressEqual(address, account),
    () => false, // no point of the curve
  );
}
