import { settlementCollectorAbi } from "@usance/contracts";
import { encodeFunctionData, getAbiItem, type PublicClient, size, toFunctionSelector } from "viem";
import type { Hex } from "../shared/evm-fields.ts";
import type { Collection, SettlementTerms, SimulatedCall } from "./settlement-chain.ts";

const settleBatch = toFunctionSelector(
  getAbiItem({ abi: settlementCollectorAbi, name: "settleBatch" }),
);
const settleWithAllowance = toFunctionSelector(
  getAbiItem({ abi: settlementCollectorAbi, name: "settleWithAllowance" }),
);

/** How many settlements one transaction carries at most. */
const maxBatch = 10;
/** What a batch's transaction may use in all: below what a chain takes of one (EIP-7825: 16,777,216). */
const maxGasOfBatch = 15_000_000n;
/** What a batch costs beside its settlements, and beside each of them, with room to spare. */
const gasOfBatch = 60_000n;
const gasBesideEach = 40_000n;
const gasOfByte = 40n; // EIP-7623, at most

const known = new WeakMap<PublicClient, Map<Hex, boolean>>();

/** Whether a call may share its transaction: it takes an allowance, by a collector that settles batches. */
export async function mayShare(
  client: PublicClient,
  { collection }: SettlementTerms,
): Promise<boolean> {
  if (collection === null || !collection.callData.startsWith(settleWithAllowance)) return false;
  const collectors = known.get(client) ?? new Map<Hex, boolean>();
  known.set(client, collectors);
  const { collector: address } = collection;
  const before = collectors.get(address);
  if (before !== undefined) return before;
  const code = (await client.getCode({ address })) ?? "0x";
  const takesBatches = code.includes(settleBatch.slice(2));
  collectors.set(address, takesBatches);
  return takesBatches;
}

/**
 * Puts calls that may share a transaction together, in their order.
 *
 * @returns groups, each of calls for one transaction
 */
export function inBatches<Item>(
  items: readonly Item[],
  callOf: (item: Item) => SimulatedCall,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  const open = new Map<string, Item[]>();
  for (const item of items) {
    const { operator, mayShare: shares, terms } = callOf(item);
    const key = `${operator} ${terms.collection?.collector}`;
    const batch = shares ? open.get(key) : undefined;
    if (batch !== undefined && fits([...batch, item].map(callOf))) {
      batch.push(item);
      continue;
    }
    const next = [item];
    batches.push(next);
    if (shares) open.set(key, next);
  }
  return batches;
}

const fits = (calls: readonly SimulatedCall[]) =>
  calls.length <= maxBatch && batchCall(calls).gas <= maxGasOfBatch;

/** The call that settles several, each by itself and with as much gas as the one that needs the most. */
export function batchCall(calls: readonly SimulatedCall[]): { to: Hex; data: Hex; gas: bigint } {
  const collections = calls.map(({ terms }) => terms.collection).filter((one) => one !== null);
  const [first] = collections;
  if (first === undefined) throw new Error("A batch is of collections.");
  const gasEach = calls.map(({ gas }) => gas).reduce((most, gas) => (gas > most ? gas : most));
  const data = encodeFunctionData({
    abi: settlementCollectorAbi,
    functionName: "settleBatch",
    args: [collections.map(({ callData }: Collection) => callData), gasEach],
  });
  const withheld = (gasEach * 64n) / 63n + gasBesideEach; // EIP-150 keeps a 64th back from each call
  const gas = gasOfBatch + BigInt(size(data)) * gasOfByte + withheld * BigInt(calls.length);
  return { to: first.collector, data, gas };
}
