import { settlementRefunderAbi } from "@usance/contracts";
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
  stringToBytes,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { type Depths, finalBlock } from "./outcome.ts";
import { findAppearance, searchNewestFirst } from "./read-events.ts";
import { newestBlock } from "./rpc-client.ts";
import type { ChainPosition, Search } from "./settlement-terms.ts";

/** A settlement as its event records it. */
export interface SettledTerms {
  readonly registry: Hex;
  readonly referenceHash: Hex;
  readonly invoiceHash: Hex;
  readonly payer: Hex;
  readonly merchant: Hex;
  readonly token: Hex;
  /** In token units. */
  readonly amount: bigint;
  readonly operator: Hex;
}

/** A refund, as the contract takes it. */
export interface RefundTerms {
  /** The contract that pays and records it. */
  readonly contract: Hex;
  readonly creditNoteId: string;
  readonly settled: SettledTerms;
  /** In token units. */
  readonly amount: bigint;
  /** The last chain time, in seconds, at which the contract accepts it. */
  readonly validUntil: bigint;
}

/** The fields of a refund by which its event is found. */
export type RefundEventTerms = Pick<RefundTerms, "contract" | "creditNoteId" | "amount"> & {
  readonly settled: Pick<SettledTerms, "registry" | "invoiceHash" | "payer" | "token">;
};

/** The state of a refund on the chain. `final`: so deep that reorganizations are no longer expected. */
export type RefundOutcome =
  | { readonly state: "undecided" }
  | {
      readonly state: "recorded";
      readonly at: ChainPosition;
      readonly refunder: Hex;
      readonly final: boolean;
    }
  /** It can never be recorded: a final block is past its time, and the contract has no record of it. */
  | { readonly state: "expired" };

/** A refund that a wallet may have sent. */
export type SentRefund = RefundEventTerms & {
  /** The block of the payment. Anyone may have recorded the refund since then, even before it was started here. */
  readonly startBlock: bigint;
  readonly validUntil: bigint;
  readonly search: Search;
};

interface OutcomeOptions extends Depths {
  readonly client: PublicClient;
}

const recorded = [getAbiItem({ abi: settlementRefunderAbi, name: "RefundRecorded" })] as const;

/** Calculates the hash by which the contract identifies a credit note: keccak256 of its id in UTF-8. */
export const creditNoteHashOf = (id: string): Hex => keccak256(stringToBytes(id));

/**
 * Calculates the hash under which the contract records a refund (contracts/src/SettlementRefunder.sol, refundHashOf).
 */
export function refundHashOf({ creditNoteId, settled, amount }: RefundEventTerms): Hex {
  const { registry, invoiceHash, payer, token } = settled;
  return keccak256(
    encodeAbiParameters(
      parseAbiParameters("bytes32, address, bytes32, address, address, uint256"),
      [creditNoteHashOf(creditNoteId), registry, invoiceHash, payer, token, amount],
    ),
  );
}

/** Reads the outcome of a refund. The event is searched from the block of the payment on. */
export async function refundOutcomeOf(
  options: OutcomeOptions,
  sent: SentRefund,
): Promise<RefundOutcome> {
  const { client, confirmations, finality } = options;
  const latest = await newestBlock(client);
  if (!(await isRecorded(client, sent, latest))) return judgeAbsence(options, sent);
  const event = await searchEvent(options, sent, latest);
  if (event === null) return { state: "undecided" }; // a reorganization between the two reads
  const { transactionHash, args } = event;
  // The receipt and its block are read anew, and the newest block before them: a depth says nothing about a block that
  // was read before it.
  const newest = await newestBlock(client);
  const receipt = await client.getTransactionReceipt({ hash: transactionHash });
  const { blockNumber, blockHash, logs, status } = receipt;
  const block = await client.getBlock({ blockNumber });
  const depth = newest - blockNumber + 1n;
  const found = findEvents(logs, sent);
  const isExact = status === "success" && found.length === 1 && block.hash === blockHash;
  const [one] = found;
  if (!isExact || one === undefined || depth < BigInt(confirmations)) return { state: "undecided" };
  return {
    state: "recorded",
    at: { transactionHash, blockNumber, blockHash, logIndex: one.logIndex },
    refunder: args.refunder,
    final: depth >= BigInt(finality),
  };
}

async function isRecorded(
  client: PublicClient,
  sent: RefundEventTerms,
  blockNumber: bigint,
): Promise<boolean> {
  const { contract: address } = sent;
  if ((await client.getCode({ address, blockNumber })) === undefined) return false;
  return client.readContract({
    address,
    abi: settlementRefunderAbi,
    functionName: "isRecorded",
    args: [refundHashOf(sent)],
    blockNumber,
  });
}

/**
 * Judges a refund that is not recorded. It can no longer be recorded if a final block is past its time and has no
 * record.
 */
async function judgeAbsence(options: OutcomeOptions, sent: SentRefund): Promise<RefundOutcome> {
  const { client } = options;
  const final = await finalBlock(options);
  if (final <= sent.startBlock) return { state: "undecided" };
  const { timestamp } = await client.getBlock({ blockNumber: final });
  if (timestamp <= sent.validUntil || (await isRecorded(client, sent, final))) {
    return { state: "undecided" };
  }
  return { state: "expired" };
}

/** Finds the event from the contract's state, as far back as the node has it, and then from the logs. */
async function searchEvent({ client, finality }: OutcomeOptions, sent: SentRefund, latest: bigint) {
  // After a reorganization the event may be in a block with a lower number than the newest at its start.
  const depth = BigInt(finality);
  const fromBlock = sent.startBlock > depth ? sent.startBlock - depth : 0n;
  const blocks = await findAppearance({ fromBlock, toBlock: latest }, (blockNumber) =>
    isRecorded(client, sent, blockNumber),
  );
  const { search } = sent;
  return searchNewestFirst(client, blocks, { latest, finality, search }, async (range) => {
    const events = await client.getContractEvents({
      address: sent.contract,
      abi: recorded,
      eventName: "RefundRecorded",
      args: {
        creditNoteHash: creditNoteHashOf(sent.creditNoteId),
        invoiceHash: sent.settled.invoiceHash,
        payer: sent.settled.payer,
      },
      ...range,
      strict: true,
    });
    return events.filter(({ args }) => saysExactly(args, sent));
  });
}

/** Finds the events of a receipt that record exactly this refund. */
const findEvents = (logs: readonly Log[], sent: RefundEventTerms) =>
  parseEventLogs({
    abi: recorded,
    logs: logs.filter(({ address }) => isAddressEqual(address, sent.contract)),
  }).filter(({ args }) => saysExactly(args, sent));

type EventArgs = GetContractEventsReturnType<
  typeof recorded,
  "RefundRecorded",
  true
>[number]["args"];

const saysExactly = (args: EventArgs, { creditNoteId, settled, amount }: RefundEventTerms) =>
  args.creditNoteHash === creditNoteHashOf(creditNoteId) &&
  args.invoiceHash === settled.invoiceHash &&
  isAddressEqual(args.payer, settled.payer) &&
  isAddressEqual(args.registry, settled.registry) &&
  isAddressEqual(args.token, settled.token) &&
  args.amount === amount;
