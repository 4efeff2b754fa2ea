import { settlementCollectorAbi } from "@usance/contracts";
import { encodeFunctionData, getAbiItem, size, toFunctionSelector } from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { larger } from "./fees.ts";
import type { Collection, SettlementTerms, SimulatedCall } from "./settlement-terms.ts";

/** The calls that a batch can make. */
const batchable = (["settleWithAllowance", "settleTransfer"] as const).map((name) =>
  toFunctionSelector(getAbiItem({ abi: settlementCollectorAbi, name })),
);

/** The gas of a batch in addition to its settlements' own gas: per batch and per settlement, with a margin. */
const gasOfBatch = 60_000n;
const gasBesideEach = 40_000n;
const gasOfByte = 40n; // maximum by EIP-7623

/** Returns the collector that can settle a call in a batch. Null when the call needs its own transaction. */
export function batchCollector({ collection }: SettlementTerms): Hex | null {
  if (collection === null) return null;
  return batchable.some((selector) => collection.callData.startsWith(selector))
    ? collection.collector
    : null;
}

/** Builds the call that settles a batch. Each settlement runs separately, with the gas of the most expensive one. */
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
  const withheld = (gasEach * 64n) / 63n + gasBesideEach; // EIP-150 withholds 1/64 of the gas from each inner call
  const gas = gasOfBatch + BigInt(size(data)) * gasOfByte + withheld * BigInt(calls.length);
  return { to: first.collector, data, gas };
}
