import { settlementRegistryAbi } from "@usance/contracts";
import {
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

/** A call as a transaction holds it. */
interface Call {
  readonly to: Hex;
  readonly data: Hex;
}

/** The call that settles: of the collector where the payment is taken with it, else of the registry. */
export function settlementCall(
  { contract, token }: Pick<Registry, "contract" | "token">,
  terms: SettlementTerms,
  validUntil: bigint,
): Call {
  const { collection } = terms;
  if (collection !== null) return { to: collection.collector, data: collection.callData };
  const args = [
    terms.referenceHash,
    invoiceHashOf(terms.invoiceId),
    terms.payer,
    terms.merchant,
    token,
    terms.amount,
    validUntil,
  ] as const; // the contract's own order (contracts/src/SettlementRegistry.sol)
  return { to: contract, data: encodeFunctionData({ ...recordSettlement, args }) };
}

/** Whom the registry names as the operator: the collector calls it where it takes the payment. */
function callerOfRegistry({ collection }: SettlementTerms, operator: Hex): Hex {
  return collection === null ? operator : collection.collector;
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
  const { contract, token, terms } = expected;
  const operator = callerOfRegistry(terms, expected.operator);
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
