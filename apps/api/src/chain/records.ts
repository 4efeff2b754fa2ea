import { settlementCollectorAbi, settlementRegistryAbi } from "@usance/contracts";
import {
  encodeAbiParameters,
  type GetContractEventsReturnType,
  getAbiItem,
  isAddressEqual,
  keccak256,
  type Log,
  type PublicClient,
  parseAbiParameters,
  parseEventLogs,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { type EventSearch, findAppearance, searchNewestFirst } from "./read-events.ts";
import { invoiceHashOf } from "./registry.ts";
import { decodedRevert, isOtherContract, revertedWithoutReason } from "./reverts.ts";
import { newestBlock } from "./rpc-client.ts";
import type { SettlementTerms } from "./settlement-terms.ts";

/** The record to look for in a registry. */
export interface Expected {
  readonly contract: Hex;
  readonly token: Hex;
  readonly terms: SettlementTerms;
  /** The address that had it recorded; null: any. */
  readonly operator: Hex | null;
}

/** Only this event: viem hashes every given signature anew for each log. */
const recorded = [getAbiItem({ abi: settlementRegistryAbi, name: "SettlementRecorded" })] as const;

export type RecordedEvent = GetContractEventsReturnType<
  typeof recorded,
  "SettlementRecorded",
  true
>[number];

/**
 * Finds the SettlementRecorded event of a receipt that matches the terms exactly. Events of other settlements in the
 * same transaction are ignored.
 * @returns null when no event matches, or more than one
 */
export function findRecordedEvent(logs: readonly Log[], expected: Expected): RecordedEvent | null {
  const events = parseEventLogs({
    abi: recorded,
    logs: logs.filter((log) => isAddressEqual(log.address, expected.contract)),
  }).filter((event) => saysExactly(event.args, expected));
  const [event] = events;
  return event === undefined || events.length > 1 ? null : event;
}

/** Only the event for a settlement that a batch could not settle. */
const skipped = [getAbiItem({ abi: settlementCollectorAbi, name: "SettlementSkipped" })] as const;

/** Returns the reason why a batch skipped a settlement; null when it was not skipped. */
export function findSkipped(logs: readonly Log[], terms: SettlementTerms): string | null {
  const { collection } = terms;
  if (collection === null) return null;
  const event = parseEventLogs({
    abi: skipped,
    logs: logs.filter((log) => isAddressEqual(log.address, collection.collector)),
  }).find(
    ({ args }) =>
      args.invoiceHash === invoiceHashOf(terms.invoiceId) &&
      args.referenceHash === terms.referenceHash.toLowerCase(),
  );
  if (event === undefined) return null;
  return decodedRevert(event.args.reason) ?? revertedWithoutReason;
}

/**
 * Searches the chain for the SettlementRecorded event from a block on. The contract's state shows in which block the record
 * appeared. Logs are searched, newest first, only in blocks whose state the node does not have.
 *
 * @returns null when no block has it
 */
export async function searchRecordedEvent(
  client: PublicClient,
  expected: Expected,
  { fromBlock, finality, search }: EventSearch,
): Promise<RecordedEvent | null> {
  const latest = await newestBlock(client);
  const record = await recordAt(client, expected, latest);
  const { collection, referenceHash, invoiceId } = expected.terms;
  if (record === null || (record === "another" && collection !== null)) return null;
  const blocks = await findAppearance({ fromBlock, toBlock: latest }, (blockNumber) =>
    recordAt(client, expected, blockNumber).then(
      (found) => found !== null,
      (error: unknown) => {
        if (isOtherContract(error)) return false; // the contract was not there yet
        throw error;
      },
    ),
  );
  return searchNewestFirst(client, blocks, { latest, finality, search }, async (range) => {
    const events = await client.getContractEvents({
      address: expected.contract,
      abi: recorded,
      eventName: "SettlementRecorded",
      args: { referenceHash, invoiceHash: invoiceHashOf(invoiceId) },
      ...range,
      strict: true,
    });
    return events.filter((event) => saysExactly(event.args, expected));
  });
}

function saysExactly(
  { invoiceHash, referenceHash, ...args }: RecordedEvent["args"],
  { token, terms, operator }: Expected,
): boolean {
  const caller = terms.collection?.collector ?? operator; // with a collector, the registry's caller is the collector
  return (
    referenceHash === terms.referenceHash.toLowerCase() &&
    invoiceHash === invoiceHashOf(terms.invoiceId) &&
    isAddressEqual(args.payer, terms.payer) &&
    isAddressEqual(args.merchant, terms.merchant) &&
    isAddressEqual(args.token, token) &&
    args.amount === terms.amount &&
    (caller === null || isAddressEqual(args.operator, caller))
  );
}

/**
 * Reads from a registry's state at a block whether it has a record for the settlement: `ours` matches the terms,
 * `another` has the invoice under other terms.
 */
export async function recordAt(
  client: PublicClient,
  expected: Expected,
  blockNumber: bigint,
): Promise<"ours" | "another" | null> {
  const { contract: address, terms, token, operator } = expected;
  const record = await client.readContract({
    address,
    abi: settlementRegistryAbi,
    blockNumber,
    functionName: "recordOf",
    args: [invoiceHashOf(terms.invoiceId)],
  });
  if (BigInt(record) === 0n) return null;
  const caller = terms.collection?.collector ?? operator;
  return caller !== null && record === recordHashOf({ ...terms, token, operator: caller })
    ? "ours"
    : "another";
}

/** Calculates the hash that a registry stores for a record (contracts/src/SettlementRegistry.sol, recordHashOf). */
export function recordHashOf({
  referenceHash,
  invoiceId,
  payer,
  merchant,
  token,
  amount,
  operator,
}: Omit<SettlementTerms, "collection"> & { readonly token: Hex; readonly operator: Hex }): Hex {
  const invoiceHash = invoiceHashOf(invoiceId);
  return keccak256(
    encodeAbiParameters(
      parseAbiParameters("bytes32, bytes32, address, address, address, uint256, address"),
      [referenceHash, invoiceHash, payer, merchant, token, amount, operator],
    ),
  );
}
