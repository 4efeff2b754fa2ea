import { settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  getAbiItem,
  isAddressEqual,
  keccak256,
  type Log,
  type PublicClient,
  parseEventLogs,
  prepareEncodeFunctionData,
  stringToBytes,
} from "viem";
import type { Hex } from "../shared/evm-fields.ts";
import type { SettlementTerms } from "./settlement-chain.ts";

/** The contract that records settlements, and how it is reached. */
export interface Registry {
  readonly client: PublicClient;
  readonly chainId: number;
  readonly contract: Hex;
  /** The USDC contract that records name; the zero address where the chain has none. */
  readonly token: Hex;
}

/** The registry contract's arguments in its own order (contracts/src/SettlementRegistry.sol). */
export function recordSettlementArgs(
  terms: SettlementTerms,
  token: Hex,
  validUntil: bigint,
): readonly [Hex, Hex, Hex, Hex, Hex, bigint, bigint] {
  return [
    terms.referenceHash,
    invoiceHashOf(terms.invoiceId),
    terms.payer,
    terms.merchant,
    token,
    terms.amount,
    validUntil,
  ];
}

export function encodeRecordSettlement(args: ReturnType<typeof recordSettlementArgs>): Hex {
  return encodeFunctionData({ ...recordSettlement, args });
}

/** With its selector, which viem would hash anew for each call. */
const recordSettlement = prepareEncodeFunctionData({
  abi: settlementRegistryAbi,
  functionName: "recordSettlement",
});

/** The one event to look for: viem hashes the signatures of all it is given, for each log. */
const recorded = [getAbiItem({ abi: settlementRegistryAbi, name: "SettlementRecorded" })] as const;

/** How the contract knows an invoice: keccak256 of its id in UTF-8. */
export function invoiceHashOf(invoiceId: string): Hex {
  return keccak256(stringToBytes(invoiceId));
}

/**
 * The one SettlementRecorded event of a receipt that says exactly what the terms say.
 * @returns null when there is none, more than one, or one that differs in any field
 */
export function findRecordedEvent(
  logs: readonly Log[],
  expected: { contract: Hex; operator: Hex; token: Hex; terms: SettlementTerms },
): { logIndex: number } | null {
  const { contract, operator, token, terms } = expected;
  const events = parseEventLogs({
    abi: recorded,
    logs: logs.filter((log) => isAddressEqual(log.address, contract)),
  });
  const [event] = events;
  if (event === undefined || events.length > 1) return null;
  const { args } = event;
  const asExpected =
    args.referenceHash === terms.referenceHash.toLowerCase() &&
    args.invoiceHash === invoiceHashOf(terms.invoiceId) &&
    isAddressEqual(args.payer, terms.payer) &&
    isAddressEqual(args.merchant, terms.merchant) &&
    isAddressEqual(args.token, token) &&
    args.amount === terms.amount &&
    isAddressEqual(args.operator, operator);
  return asExpected ? { logIndex: event.logIndex } : null;
}

/**
 * A revert as its error and arguments, `InvalidAddress()`; null when the error is no revert. viem
 * takes a node's internal errors for reverts too, with the node's text as the reason: only data that
 * the contract's ABI decodes, or the code that nodes have for reverts, is one, and no text of a node
 * is passed on.
 */
export function revertMessage(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (revert instanceof ContractFunctionRevertedError && revert.data !== undefined) {
    const { errorName, args = [] } = revert.data;
    return `${errorName}(${args.map(String).join(", ")})`;
  }
  const executed = error.walk((cause) => codeOf(cause) === revertCode);
  return codeOf(executed) === revertCode ? "The settlement contract reverted." : null;
}

/** The JSON-RPC error code of a call that ran and reverted. */
const revertCode = 3;

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
