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

/** Where settlements are recorded, today and before. */
export interface Registries {
  readonly client: PublicClient;
  /** Where they are recorded that are made without a collector. */
  readonly contract: Hex;
  /** Each with its own registry, fixed when it was deployed. */
  readonly previousCollectors: readonly Hex[];
}

/** The registry that a collector records in. It never changes, so it is read once. */
export const registryOf = askedOnce((client, address) =>
  client.readContract({ address, abi: settlementCollectorAbi, functionName: "registry" }),
);

/** The registry that a settlement is recorded in, and the others, in which its invoice must not be. */
export async function registriesFor(
  { client, contract, previousCollectors }: Registries,
  { collection }: SettlementTerms,
): Promise<{ own: Hex; others: readonly Hex[] }> {
  const recordsIn = collection === null ? contract : await registryOf(client, collection.collector);
  const own = isAddressEqual(recordsIn, contract) ? contract : recordsIn; // as it is configured
  const previous = await Promise.all(previousCollectors.map((one) => registryOf(client, one)));
  const others = [contract, ...previous].filter(
    (one, index, all) =>
      !isAddressEqual(one, own) && all.findIndex((other) => isAddressEqual(one, other)) === index,
  );
  return { own, others };
}

/** Whether a registry has an invoice, under any reference. */
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
