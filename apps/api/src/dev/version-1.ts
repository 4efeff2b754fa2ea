import { publicDevAccount } from "@usance/local-stack";
import { getContractAddress, type PublicClient } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import { paymentsDeployer } from "./accounts.ts";

/*
 * Where `pnpm dev` put version 1 of the contracts, on chains that are older than version 2. What was signed
 * and settled under it goes on there.
 */

const registry = getContractAddress({ from: publicDevAccount.address, nonce: 0n });
const collector = getContractAddress({ from: paymentsDeployer.address, nonce: 1n });

/** What a local chain has of version 1. */
export interface Version1 {
  readonly registry: boolean;
  readonly collectors: Hex[];
}

/** Looks at what stands there: on newer chains those transactions made no contracts. */
export async function findVersion1(client: PublicClient): Promise<Version1> {
  const [hasRegistry, hasCollector] = await Promise.all(
    [registry, collector].map(async (address) => Boolean(await client.getCode({ address }))),
  );
  return { registry: hasRegistry === true, collectors: hasCollector ? [collector] : [] };
}
