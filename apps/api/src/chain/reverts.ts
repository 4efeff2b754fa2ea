import { devUsdcAbi, settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import { type Abi, BaseError, ContractFunctionZeroDataError, decodeErrorResult } from "viem";
import type { Hex } from "../kit/evm-fields.ts";

/** The message for a revert with an unknown error or without one. */
export const revertedWithoutReason = "The settlement contract reverted.";

/**
 * Formats a revert as its error with arguments, `InvalidAddress()`; null when the error is not a revert. viem also
 * reports a node's internal errors as reverts, with the node's text as the reason. An error therefore counts as a
 * revert only if the contracts' ABIs decode its data or it has the JSON-RPC code for reverts. Text from a node is never
 * passed on.
 */
export function revertMessage(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const reverted = revertOf(error.walk((cause) => revertOf(cause) !== null));
  if (reverted !== null) return reverted;
  const executed = error.walk((cause) => codeOf(cause) === revertCode);
  return codeOf(executed) === revertCode ? revertedWithoutReason : null;
}

/** Returns whether a revert says that the invoice already has a record. */
export function isAlreadySettled(revert: string): boolean {
  return revert.startsWith("InvoiceAlreadySettled(");
}

/**
 * Returns whether a call ran out of gas or needed more than it was given. Nodes only report it in the message: geth,
 * Erigon and Reth with "gas required exceeds allowance" and "out of gas", Anvil with "EVM error OutOfGas" or
 * "MemoryOOG".
 */
export function ranOutOfGas(error: unknown): boolean {
  if (!(error instanceof BaseError) || revertMessage(error) !== null) return false;
  return /gas required exceeds allowance|out ?of ?gas|OOG\b/i.test(error.details);
}

/** The ABIs of all contracts that a settlement may call. */
const contracts: Abi = [...settlementRegistryAbi, ...settlementCollectorAbi, ...devUsdcAbi];
const errors = contracts.filter((item) => item.type === "error");

/** Decodes the revert data in an error; null when it has none or the data is unknown. */
function revertOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("data" in error)) return null;
  const { data } = error;
  return typeof data === "string" ? decodedRevert(data) : null;
}

/** Decodes revert data as an error with arguments; null when the error is unknown. */
export function decodedRevert(data: string): string | null {
  if (!/^0x[0-9a-f]{8}/i.test(data)) return null;
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data: data as Hex });
    return `${errorName}(${args.map(String).join(", ")})`;
  } catch {
    return null; // another contract's error, or not an error
  }
}

/** The JSON-RPC error code of a call that executed and reverted. */
const revertCode = 3;

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

/**
 * Returns whether an error shows that the address has no contract of the expected kind: the call reverted or returned
 * no data.
 */
export function isOtherContract(error: unknown): boolean {
  if (revertMessage(error) !== null) return true;
  const zeroData = (cause: unknown) => cause instanceof ContractFunctionZeroDataError;
  return error instanceof BaseError && error.walk(zeroData) !== null;
}
