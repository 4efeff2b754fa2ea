import { publicDevAccount } from "@usance/local-stack";
import { getContractAddress, type PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import { paymentsDeployer } from "./accounts.ts";

/*
 * The addresses at which `pnpm dev` deployed version 1 of the contracts, on chains that predate version 2. Spending
 * caps and settlements of version 1 stay valid there.
 */

const registry = getContractAddress({ from: publicDevAccount.address, nonce: 0n });
const collector = getContractAddress({ from: paymentsDeployer.address, nonce: 1n });

/** Which contracts of version 1 a local chain has. */
export interface Version1 {
  readonly registry: boolean;
  readonly collectors: Hex[];
}

/** Checks for code at those addresses: on newer chains, the same transactions created no contracts. */
export async function findVersion1(client: PublicClient): Promise<Version1> {
  const [hasRegistry, hasCollector] = await Promise.all(
    [registry, collector].map(async (address) => Boolean(await client.getCode({ address }))),
  );
  return { registry: hasRegistry === true, collectors: hasCollector ? [collector] : [] };
}
