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
import type { Hex } from "../kit/evm-fields.ts";
import { ranOutOfGas, revertMessage } from "./reverts.ts";

const erc1271 = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** The value that a smart account returns for a valid signature. */
const hasSigned = "0x1626ba7e";
/** Half of secp256k1's order. Two signatures recover to the same address; contracts accept the one with the lower s. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * The maximum gas for an unknown contract in a simulated call: for a wallet's signature check alone, and with its
 * deployment.
 */
const gasOfCheck = 1_000_000n;
const gasOfDeployment = 5_000_000n;

/**
 * Returns whether an account has signed, by the same rules as the contracts. An account without code needs an ECDSA
 * signature with a low s. An account with code decides itself (ERC-1271). An account that is not deployed yet is first
 * deployed in the simulation, by the factory in its signature (ERC-6492).
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
  if (!isDeployed) return wouldAccept(client, account, hash, signature);
  const own = isWrapped ? parseErc6492Signature(signature).signature : signature;
  return isAccepted(await askAccount(client, account, hash, own));
}

/** The prefix of an account's code that delegates to a contract, while the account still has its key (EIP-7702). */
const delegation = /^0xef0100/i;

/**
 * Returns whether an account can never sign for the contracts: it has code that does not check signatures (ERC-1271).
 * That is certain if its own key has signed and the code does not accept it, because only an account that delegates to a
 * contract (EIP-7702) has both.
 */
export async function cannotSign(
  client: PublicClient,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  if ((await client.getCode({ address: account })) === undefined) return false;
  const answer = await askAccount(client, account, hash, signature);
  return (await recovers(account, hash, signature)) ? !isAccepted(answer) : answer === "0x";
}

/**
 * Returns whether an account or its own key has signed. It is for signatures that no contract checks: an account that
 * delegates to a contract (EIP-7702) keeps its key.
 */
export async function hasHolderSigned(
  client: PublicClient,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  if (await hasAccountSigned(client, account, hash, signature)) return true;
  const code = await client.getCode({ address: account });
  return code !== undefined && delegation.test(code) && recovers(account, hash, signature);
}

/** Asks the deployed smart account (ERC-1271). */
function askAccount(client: PublicClient, account: Hex, hash: Hex, signature: Hex) {
  const data = encodeFunctionData({ abi: erc1271, args: [hash, signature] });
  return answerOf(client.call({ to: account, data, gas: gasOfCheck }));
}

const isAccepted = (answer: Hex | null) => answer?.startsWith(hasSigned) === true;

/** Runs the ERC-6492 validator in a simulated call, which deploys the account first. */
async function wouldAccept(client: PublicClient, account: Hex, hash: Hex, signature: Hex) {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, hash, signature],
  });
  const answer = await answerOf(client.call({ data, gas: gasOfDeployment }));
  return answer !== null && answer !== "0x" && hexToBigInt(answer) === 1n;
}

/** @returns null when the call reverted or ran out of gas */
async function answerOf(asked: Promise<{ data?: Hex | undefined }>): Promise<Hex | null> {
  try {
    return (await asked).data ?? "0x";
  } catch (error) {
    if (revertMessage(error) !== null || ranOutOfGas(error)) return null;
    throw error;
  }
}

/**
 * Normalizes a signature for the contracts. Some wallets end an externally owned account's signature with 0 or 1 where
 * contracts expect 27 or 28. It is only changed if the result recovers the account. Signatures in a smart account's own
 * format are not changed.
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
    () => false, // not a point on the curve
  );
}
