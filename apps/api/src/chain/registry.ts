import { settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import {
  encodeFunctionData,
  isAddressEqual,
  keccak256,
  type PublicClient,
  prepareEncodeFunctionData,
  stringToBytes,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import type { SettlementTerms } from "./settlement-terms.ts";

/** The contract that records settlements, and the client to reach it. */
export interface Registry {
  readonly client: PublicClient;
  readonly chainId: number;
  readonly contract: Hex;
  /** The USDC contract named in records; the zero address when the chain has none. */
  readonly token: Hex;
}

/** The target and data of a transaction. */
interface Call {
  readonly to: Hex;
  readonly data: Hex;
}

/** Builds the call that settles: to the collector when it also takes the payment, otherwise to the registry. */
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
  ] as const; // in the contract's order (contracts/src/SettlementRegistry.sol)
  return { to: contract, data: encodeFunctionData({ ...recordSettlement, args }) };
}

/** Prepared with its selector, which viem would otherwise hash for every call. */
const recordSettlement = prepareEncodeFunctionData({
  abi: settlementRegistryAbi,
  functionName: "recordSettlement",
});

/** The registries of collectors, by client. */
const registries = new WeakMap<PublicClient, Map<Hex, Hex>>();

/**
 * Reads the registry of a collector. It never changes, so it is cached. Calls do not share a read that is under way: the
 * node may never answer it.
 */
export async function registryOf(client: PublicClient, address: Hex): Promise<Hex> {
  const known = registries.get(client) ?? new Map<Hex, Hex>();
  registries.set(client, known);
  const call = { address, abi: settlementCollectorAbi, functionName: "registry" } as const;
  const registry = known.get(address) ?? (await client.readContract(call));
  known.set(address, registry);
  return registry;
}

/** Returns the registry that records a settlement: its collector's, which need not be that of the settings. */
export async function contractOf(
  { client, contract }: Pick<Registry, "client" | "contract">,
  { collection }: SettlementTerms,
): Promise<Hex> {
  if (collection === null) return contract;
  const its = await registryOf(client, collection.collector);
  return isAddressEqual(its, contract) ? contract : its; // in the configured spelling
}

/** Calculates the hash by which the contract identifies an invoice: keccak256 of its id in UTF-8. */
export function invoiceHashOf(invoiceId: string): Hex {
  return keccak256(stringToBytes(invoiceId));
}
