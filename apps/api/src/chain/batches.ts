import { settlementCollectorAbi } from "@usance/contracts";
import { encodeFunctionData, getAbiItem, type PublicClient, size, toFunctionSelector } from "viem";
import type { Hex } from "../lib/evm-fields.ts";
import type { Collection, SettlementTerms, SimulatedCall } from "../ports/settlement-chain.ts";
import { hasFunction } from "./asked-once.ts";
import { larger } from "./fees.ts";

const settleBatch = toFunctionSelector(
  getAbiItem({ abi: settlementCollectorAbi, name: "settleBatch" }),
);
const settleWithAllowance = toFunctionSelector(
  getAbiItem({ abi: settlementCollectorAbi, name: "settleWithAllowance" }),
);

/** What a batch costs beside its settlements, and beside each of them, with room to spare. */
const gasOfBatch = 60_000n;
const gasBesideEach = 40_000n;
const gasOfByte = 40n; // EIP-7623, at most

const takesBatches = hasFunction(settleBatch);

/**
 * The collector in whose batches a call may be settled: one that takes an allowance, of a version that has
 * them; null when it needs a transaction of its own.
 */
export async function batchCollector(
  client: PublicClient,
  { collection }: SettlementTerms,
): Promise<Hex | null> {
  if (collection === null || !collection.callData.startsWith(settleWithAllowance)) return null;
  const { collector } = collection;
  return (await takesBatches(client, collector)) === true ? collector : null;
}

/** The call that settles several, each by itself and with as much gas as the one that needs the most. */
export function batchCall(calls: readonly SimulatedCall[]): { to: Hex; data: Hex; gas: bigint } {
  const collections = calls.map(({ terms }) => terms.collection).filter((one) => one !== null);
  const [first] = collections;
  if (first === undefined) throw new Error("A batch is of collections.");
  const gasEach = calls.map(({ gas }) => gas).reduce(larger);
  const data = encodeFunctionData({
    abi: settlementCollectorAbi,
    functionName: "settleBatch",
    args: [collections.map(({ callData }: Collection) => callData), gasEach],
  });
  const withheld = (gasEach * 64n) / 63n + gasBesideEach; // EIP-150 keeps a 64th back from each call
  const gas = gasOfBatch + BigInt(size(data)) * gasOfByte + withheld * BigInt(calls.length);
  return { to: first.collector, data, gas };
}
