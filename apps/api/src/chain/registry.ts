import { settlementRegistryAbi } from "@usance/contracts";
import {
  encodeFunctionData,
  keccak256,
  type PublicClient,
  prepareEncodeFunctionData,
  stringToBytes,
} from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type { SettlementTerms } from "../ports/settlement-chain.ts";

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

/** With its selector, which viem would hash anew for each call. */
const recordSettlement = prepareEncodeFunctionData({
  abi: settlementRegistryAbi,
  functionName: "recordSettlement",
});

/** How the contract knows an invoice: keccak256 of its id in UTF-8. */
export function invoiceHashOf(invoiceId: string): Hex {
  return keccak256(stringToBytes(invoiceId));
}
