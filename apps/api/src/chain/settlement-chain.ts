import { settlementRegistryAbi } from "@usance/contracts";
import { BaseError, BlockNotFoundError } from "viem";
import type { Clock } from "../kit/clock.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { chainTroubles } from "./chain-troubles.ts";
import { feesNow } from "./fees.ts";
import { gasLimitOf } from "./gas-limit.ts";
import { batchCollector } from "./json-rpc.ts";
import { type Depths, finalBlock, findRecord, outcomeOf } from "./outcome.ts";
import { NeverAccepted, type SettlementChain, validitySeconds } from "./ports/settlement-chain.ts";
import { findBlockAt, findDeployment } from "./read-events.ts";
import { contractOf, invoiceHashOf, type Registry, settlementCall } from "./registry.ts";
import { nodeAt, withChainErrors } from "./rpc-client.ts";
import { sendVerdict } from "./send-errors.ts";

export interface ChainOptions extends Registry, Depths {
  readonly clock: Clock;
  /** The maximum gas of one settlement. */
  readonly maxGas: bigint;
}

/** How old the block and fees shared by several settlements may be, in milliseconds. */
const freshMs = 250;

const refusedForGood = "The settlement chain refuses the transaction for good.";

/**
 * Implements SettlementChain over JSON-RPC with viem. viem encodes, simulates and decodes. Receipts are read anew each
 * time, because viem's own waiting caches them across reorganizations.
 */
export function settlementChain(options: ChainOptions): SettlementChain {
  const { client, chainId, contract, token } = options;
  const latest = sharedAnswer(freshMs, () => client.getBlock());
  const feesToday = sharedAnswer(freshMs, () => feesNow(client));
  const deadlineAfter = (timestamp: bigint) => {
    // The latest block of a chain that mines on demand may be hours old.
    const seconds = BigInt(Math.floor(options.clock.now().getTime() / 1_000));
    return (timestamp > seconds ? timestamp : seconds) + validitySeconds;
  };
  return {
    node: nodeAt(client.transport.url),
    chainId,
    contract,
    token,
    invoiceHashOf,

    contractOf: (terms) => withChainErrors(() => contractOf(options, terms)),

    version: () =>
      withChainErrors(async () => {
        const of = { address: contract, abi: settlementRegistryAbi } as const;
        return String(await client.readContract({ ...of, functionName: "VERSION" }));
      }),

    troubles: (operators) => withChainErrors(() => chainTroubles(options, operators)),

    deadline: () => withChainErrors(async () => deadlineAfter((await latest()).timestamp)),

    simulate: (terms, operator) =>
      withChainErrors(async () => {
        const [{ number: block, timestamp }, fees] = await Promise.all([latest(), feesToday()]);
        const validUntil = terms.collection?.validUntil ?? deadlineAfter(timestamp);
        const call = { from: operator, ...settlementCall(options, terms, validUntil) };
        const gas = await gasLimitOf(client, call, { maxGas: options.maxGas, fees });
        return { terms, operator, gas, validUntil, block, batchCollector: batchCollector(terms) };
      }),

    firstBlockSince: (since) => withChainErrors(() => firstBlockSince(options, since)),

    findRecord: (terms, of) =>
      withChainErrors(async () =>
        findRecord({ ...options, contract: await contractOf(options, terms) }, terms, of),
      ),

    outcomeOf: (sent, look) => withChainErrors(() => outcomeOf(options, sent, look)),

    hasBlock: ({ blockNumber, blockHash }) =>
      withChainErrors(async () => {
        try {
          return (await client.getBlock({ blockNumber })).hash === blockHash;
        } catch (error) {
          if (error instanceof BlockNotFoundError) return null;
          throw error;
        }
      }),

    isNonceUsed: (address, nonce) =>
      withChainErrors(async () => {
        const blockNumber = await finalBlock(options);
        return (await client.getTransactionCount({ address, blockNumber })) > nonce;
      }),

    send: (serializedTransaction) =>
      withChainErrors(async () => {
        await client.sendRawTransaction({ serializedTransaction }).catch((error: unknown) => {
          const verdict = error instanceof BaseError ? sendVerdict(error.details) : "later";
          if (verdict === "there") return;
          throw verdict === "never" ? new NeverAccepted(refusedForGood) : error;
        });
      }),
  };
}

/** How far the service's clock may be ahead of the chain's, in seconds. */
const skew = 3_600n;

async function firstBlockSince(
  { client, contract }: Pick<ChainOptions, "client" | "contract">,
  since: Date,
): Promise<bigint> {
  const { number, timestamp } = await client.getBlock();
  const seconds = BigInt(Math.floor(since.getTime() / 1_000)) - skew;
  // The latest block of a chain that mines on demand may be older.
  return seconds > timestamp
    ? findDeployment(client, contract, number)
    : findBlockAt(client, seconds, number);
}
