import { settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  BlockNotFoundError,
  formatTransactionReceipt,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import type { Clock } from "../shared/clock.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { sharedAnswer } from "../shared/shared-answer.ts";
import { chainTroubles } from "./chain-troubles.ts";
import { findRecordedEvent, invoiceHashOf, type Registry, settlementCall } from "./registry.ts";
import { revertMessage } from "./reverts.ts";
import { known } from "./rpc-client.ts";
import {
  type Outcome,
  type SentCall,
  type SettlementChain,
  validitySeconds,
} from "./settlement-chain.ts";

export interface ChainOptions extends Registry {
  readonly clock: Clock;
  /** Blocks that must stand on the event's block, its own included. */
  readonly confirmations: number;
  /** The same, for no reorganisation to be thought of any more. */
  readonly finality: number;
}

/** How old the block may be by which several settlements are dated, in milliseconds. */
const freshMs = 250;

/**
 * The settlement chain over its RPC address. viem encodes, simulates and decodes; receipts are read anew
 * each time, since its own waiting caches them over reorganisations.
 */
export function settlementChain(options: ChainOptions): SettlementChain {
  const { client, chainId, contract, token } = options;
  const latest = sharedAnswer(freshMs, () => client.getBlock());
  const deadlineAfter = (timestamp: bigint) => {
    // A chain that mines on demand may have stood still for hours.
    const seconds = BigInt(Math.floor(options.clock.now().getTime() / 1_000));
    return (timestamp > seconds ? timestamp : seconds) + validitySeconds;
  };
  return {
    chainId,
    contract,
    token,
    invoiceHashOf,

    troubles: (operators) => known(() => chainTroubles(options, operators)),

    deadline: () => known(async () => deadlineAfter((await latest()).timestamp)),

    simulate: (terms, operator) =>
      known(async () => {
        const { number: block, timestamp } = await latest();
        const validUntil = terms.collection?.validUntil ?? deadlineAfter(timestamp);
        const call = settlementCall(options, terms, validUntil);
        const gas = await client.estimateGas({ account: operator, ...call });
        return { terms, operator, gas, validUntil, block };
      }),

    outcomeOf: (sent, { thorough }) =>
      known(async () => {
        const receipt = await findReceipt(client, sent.hashes);
        if (receipt !== null) return judge(options, receipt, sent);
        return thorough ? judgeAbsence(options, sent) : { state: "undecided" };
      }),

    hasBlock: ({ blockNumber, blockHash }) =>
      known(async () => {
        try {
          return (await client.getBlock({ blockNumber })).hash === blockHash;
        } catch (error) {
          if (error instanceof BlockNotFoundError) return null;
          throw error;
        }
      }),

    isNonceUsed: (address, nonce) =>
      known(async () => {
        const blockNumber = await finalBlock(options);
        return (await client.getTransactionCount({ address, blockNumber })) > nonce;
      }),

    send: (serializedTransaction) =>
      known(async () => {
        await client.sendRawTransaction({ serializedTransaction }).catch((error: unknown) => {
          if (!isThereAlready(error)) throw error;
        });
      }),
  };
}

/** Whether the node says that it, or one with its nonce that offers as much, has come before. */
function isThereAlready(error: unknown): boolean {
  const words = /already known|already imported|nonce too low|replacement transaction underpriced/i;
  return error instanceof BaseError && words.test(error.details);
}

/** The one that is in the chain; all of them have the same nonce, so at most one is. */
async function findReceipt(
  client: PublicClient,
  hashes: readonly Hex[],
): Promise<TransactionReceipt | null> {
  const receipts = await Promise.all(
    // Asked like this, since viem makes an error of "not yet", and with it a stack.
    hashes.map((hash) => client.request({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  const found = receipts.find((receipt) => receipt !== null);
  return found === undefined ? null : formatTransactionReceipt(found);
}

/** What a transaction that is in the chain has come to. */
async function judge(
  options: ChainOptions,
  receipt: TransactionReceipt,
  sent: SentCall,
): Promise<Outcome> {
  const { client } = options;
  const { terms, operator, contract, token } = sent;
  const { blockNumber, blockHash, transactionHash, gasUsed } = receipt;
  // In this order: how deep a block lies says nothing of one that was seen earlier, and may be gone.
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  const block = await client.getBlock({ blockNumber });
  const depth = latest - blockNumber + 1n;
  // A receipt alone may be of a block that the chain has lost.
  if (block.hash !== blockHash || depth < BigInt(options.confirmations)) {
    return { state: "undecided" };
  }
  const final = depth >= BigInt(options.finality);
  if (receipt.status === "reverted") {
    // What stood in its way is most likely still there at the end of its block.
    const reason = await client
      .call({ account: operator, ...settlementCall(sent, terms, sent.validUntil), blockNumber })
      .then(() => null, revertMessage);
    const why = reason ?? "The settlement transaction reverted.";
    return { state: "reverted", reason: why, gasUsed, succeeded: false, final };
  }
  const event = findRecordedEvent(receipt.logs, { contract, operator, token, terms });
  if (event === null) {
    const reason = "SettlementRecorded was not found in the transaction's receipt.";
    return { state: "reverted", reason, gasUsed, succeeded: true, final };
  }
  return { state: "recorded", at: { transactionHash, blockNumber, blockHash, ...event }, final };
}

/**
 * What it means that no transaction is known to be in the chain. That it never will be is said only
 * by the state of a block that is final: its contract has no such record, and either its time is past
 * the call's limit or the nonce is used.
 */
async function judgeAbsence(options: ChainOptions, sent: SentCall): Promise<Outcome> {
  const { client } = options;
  const { terms, operator, contract, nonce, submittedBlock } = sent;
  if (nonce === null) {
    const found = await findEvent(options, sent);
    if (found !== null) return judge(options, found, sent);
  }
  const final = await finalBlock(options);
  if (final <= submittedBlock) return { state: "undecided" }; // that was before it was sent
  const [recorded, count, { timestamp }] = await Promise.all([
    client.readContract({
      address: contract,
      abi: settlementRegistryAbi,
      functionName: "settlementOf",
      args: [terms.referenceHash],
      blockNumber: final,
    }),
    nonce === null ? 0 : client.getTransactionCount({ address: operator, blockNumber: final }),
    client.getBlock({ blockNumber: final }),
  ]);
  if (recorded.recordedAt > 0n) {
    const found = await findEvent(options, sent);
    // Otherwise the node contradicts itself.
    return found === null ? { state: "undecided" } : judge(options, found, sent);
  }
  if (timestamp > sent.validUntil) return { state: "expired" };
  // Asked again: the transaction may have come into the chain after its receipt was asked for.
  const used = nonce !== null && count > nonce;
  if (used && (await findReceipt(client, sent.hashes)) === null) return { state: "displaced" };
  return { state: "undecided" };
}

/** The receipt with the event of the reference, whoever has sent it. */
async function findEvent(
  { client, finality }: ChainOptions,
  { terms: { referenceHash }, contract, submittedBlock }: SentCall,
): Promise<TransactionReceipt | null> {
  // After a reorganisation it may stand in a block of a lower number than was the newest then.
  const depth = BigInt(finality);
  const [event] = await client.getContractEvents({
    address: contract,
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    args: { referenceHash },
    fromBlock: submittedBlock > depth ? submittedBlock - depth : 0n,
  });
  return event === undefined ? null : client.getTransactionReceipt({ hash: event.transactionHash });
}

/** The newest block that no reorganisation takes away, by number. */
async function finalBlock({ client, finality }: ChainOptions): Promise<bigint> {
  const depth = BigInt(finality) - 1n;
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  return latest > depth ? latest - depth : 0n;
}
