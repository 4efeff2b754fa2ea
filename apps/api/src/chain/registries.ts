import {
  settlementCollectorAbi,
  settlementRegistryAbi,
  settlementRegistryV1Abi,
} from "@usance/contracts";
import { isAddressEqual, type PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type { SettlementTerms } from "../ports/settlement-chain.ts";
import { askedOnce } from "./asked-once.ts";
import { versionOf } from "./records.ts";
import { invoiceHashOf } from "./registry.ts";

/** The registries that record settlements, current and previous. */
export interface Registries {
  readonly client: PublicClient;
  /** The registry for settlements without a collector. */
  readonly contract: Hex;
  /** Previous collectors. Each has its own registry, fixed at deployment. */
  readonly previousCollectors: readonly Hex[];
}

/** Reads the registry of a collector. It never changes, so it is read once. */
export const registryOf = askedOnce((client, address) =>
  client.readContract({ address, abi: settlementCollectorAbi, functionName: "registry" }),
);

/**
 * Returns the registry that records a settlement, and the other registries, which must have no record of its invoice.
 */
export async function registriesFor(
  { client, contract, previousCollectors }: Registries,
  { collection }: SettlementTerms,
): Promise<{ own: Hex; others: readonly Hex[] }> {
  const recordsIn = collection === null ? contract : await registryOf(client, collection.collector);
  const own = isAddressEqual(recordsIn, contract) ? contract : recordsIn; // in the configured spelling
  const previous = await Promise.all(previousCollectors.map((one) => registryOf(client, one)));
  const others = [contract, ...previous].filter(
    (one, index, all) =>
      !isAddressEqual(one, own) && all.findIndex((other) => isAddressEqual(one, other)) === index,
  );
  return { own, others };
}

/** Returns whether a registry has a record of an invoice, under any reference. */
export async function hasInvoice(
  client: PublicClient,
  registry: Hex,
  invoiceId: string,
): Promise<boolean> {
  const args = [invoiceHashOf(invoiceId)] as const;
  const of = { address: registry, args } as const;
  const found =
    (await versionOf(client, registry)) === 2
      ? await client.readContract({
          ...of,
          abi: settlementRegistryAbi,
          functionName: "recordOf",
        })
      : await client.readContract({
          ...of,
          abi: settlementRegistryV1Abi,
          functionName: "referenceOf",
        });
  return BigInt(found) !== 0n;
}
