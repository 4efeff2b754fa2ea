import {
  devUsdcAbi,
  settlementCollectorAbi,
  settlementCollectorV1Abi,
  settlementRegistryAbi,
  settlementRegistryV1Abi,
} from "@usance/contracts";
import { type Abi, BaseError, decodeErrorResult } from "viem";
import type { Hex } from "../lib/evm-fields.ts";

/** What is said of a revert whose error is not known, or that gives none. */
export const revertedWithoutReason = "The settlement contract reverted.";

/**
 * A revert as its error and arguments, `InvalidAddress()`; null when the error is no revert. viem
 * takes a node's internal errors for reverts too, with the node's text as the reason: only data that
 * the contracts' ABIs decode, or the code that nodes have for reverts, is one, and no text of a node
 * is passed on.
 */
export function revertMessage(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const reverted = revertOf(error.walk((cause) => revertOf(cause) !== null));
  if (reverted !== null) return reverted;
  const executed = error.walk((cause) => codeOf(cause) === revertCode);
  return codeOf(executed) === revertCode ? revertedWithoutReason : null;
}

/** Whether a revert says that the invoice, or in version 1 the reference, has a record already. */
export function isAlreadySettled(revert: string): boolean {
  return /^(?:Invoice|Reference)AlreadySettled\(/.test(revert);
}

/**
 * Whether a call used all the gas that it was given, or more than it asked for. Nodes say it in words: geth,
 * Erigon and Reth "gas required exceeds allowance" and "out of gas", Anvil "EVM error OutOfGas" or "MemoryOOG".
 */
export function ranOutOfGas(error: unknown): boolean {
  if (!(error instanceof BaseError) || revertMessage(error) !== null) return false;
  return /gas required exceeds allowance|out ?of ?gas|OOG\b/i.test(error.details);
}

/** Of all contracts that a settlement passes through, in both versions. */
const contracts: Abi = [
  ...settlementRegistryAbi,
  ...settlementCollectorAbi,
  ...settlementRegistryV1Abi,
  ...settlementCollectorV1Abi,
  ...devUsdcAbi,
];
const errors = contracts.filter((item) => item.type === "error");

/** An error that holds a revert's data, decoded; null when it holds none, or none that is known. */
function revertOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  const { data } = error;
  return typeof data === "string" ? decodedRevert(data) : null;
}

/** What a contract answered as its error and arguments; null when it is none that is known. */
export function decodedRevert(data: string): string | null {
  if (!/^0x[0-9a-f]{8}/i.test(data)) return null;
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data: data as Hex });
    return `${errorName}(${args.map(String).join(", ")})`;
  } catch {
    return null; // another contract's, or none at all
  }
}

/** The JSON-RPC error code of a call that ran and reverted. */
const revertCode = 3;

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
