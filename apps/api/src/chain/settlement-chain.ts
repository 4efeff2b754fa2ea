import { settlementRegistryAbi } from "@usance/contracts";
import { BaseError, BlockNotFoundError, type PublicClient } from "viem";
import type { Clock } from "../kit/clock.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { batchCollector } from "./batch-call.ts";
import { NeverAccepted } from "./chain-errors.ts";
import { chainTroubles } from "./chain-troubles.ts";
import type { WalletCall } from "./collector.ts";
import { type FeesNow, feesNow } from "./fees.ts";
import { gasLimitOf } from "./gas-limit.ts";
import { type Depths, finalBlock, findRecord, outcomeOf } from "./outcome.ts";
import { findBlockAt, findDeployment } from "./read-events.ts";
import { contractOf, type Registry, settlementCall } from "./registry.ts";
import { nodeAt, withChainErrors } from "./rpc-client.ts";
import { sendVerdict } from "./send-errors.ts";
import type {
  ChainPosition,
  ChainTrouble,
  FoundRecord,
  Operator,
  Search,
  SentCall,
  SettlementOutcome,
  SettlementTerms,
  SimulatedCall,
} from "./settlement-terms.ts";
import { type CarriedOut, findTransfer, transferOf } from "./transfers.ts";

export interface ChainOptions extends Registry, Depths {
  readonly clock: Clock;
  /** The maximum gas of one settlement. */
  readonly maxGas: bigint;
}

/** How old the block and fees shared by several settlements may be, in milliseconds. */
const freshMs = 250;

/** How long a new call stays valid, in seconds of chain time. */
export const validitySeconds = 3_600n;

const refusedForGood = "The settlement chain refuses the transaction for good.";

/**
 * The settlement chain as the settlement engine uses it, over JSON-RPC. It returns facts read from the chain or throws
 * ChainUnavailable. It never guesses and stores nothing about settlements. Receipts are read anew each time, because
 * viem's own waiting caches them across reorganizations.
 */
export class SettlementChain {
  /** Scheme, host and port of the node, for the log. */
  readonly node: string;
  readonly chainId: number;
  readonly contract: Hex;
  /** The token named in records; the zero address when there is no token. */
  readonly token: Hex;
  readonly #options: ChainOptions;
  readonly #client: PublicClient;
  readonly #latest: () => Promise<{ readonly number: bigint; readonly timestamp: bigint }>;
  readonly #fees: () => Promise<FeesNow>;

  constructor(options: ChainOptions) {
    const { client } = options;
    this.node = nodeAt(client.transport.url);
    this.chainId = options.chainId;
    this.contract = options.contract;
    this.token = options.token;
    this.#options = options;
    this.#client = client;
    this.#latest = sharedAnswer(freshMs, () => client.getBlock());
    this.#fees = sharedAnswer(freshMs, () => feesNow(client));
  }

  /** Returns the registry that records a settlement: its collector's, or `contract` without a collector. */
  contractOf(terms: SettlementTerms): Promise<Hex> {
    return withChainErrors(() => contractOf(this.#options, terms));
  }

  /** Reads the version of `contract`. */
  version(): Promise<string> {
    return withChainErrors(async () => {
      const of = { address: this.contract, abi: settlementRegistryAbi } as const;
      return String(await this.#client.readContract({ ...of, functionName: "VERSION" }));
    });
  }

  /** Checks the contract and the accounts that call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]> {
    return withChainErrors(() => chainTroubles(this.#options, operators));
  }

  /** Returns the time of the newest block in seconds. The latest block of a chain that mines on demand may be hours old. */
  newestTime(): Promise<bigint> {
    return withChainErrors(async () => (await this.#latest()).timestamp);
  }

  /** Returns the chain time in seconds until which a new call is valid. */
  deadline(): Promise<bigint> {
    return withChainErrors(async () => this.#deadlineAfter((await this.#latest()).timestamp));
  }

  #deadlineAfter(timestamp: bigint): bigint {
    const seconds = BigInt(Math.floor(this.#options.clock.now().getTime() / 1_000));
    return (timestamp > seconds ? timestamp : seconds) + validitySeconds;
  }

  /**
   * Simulates the call as it would be sent: from the operator, at current fees, in the pending block, and within the
   * gas limit of a settlement.
   * @throws CallReverted when the contract would refuse it; TooMuchGas when it exceeds the gas limit; AlreadySettled
   *   when the contract has a record of the invoice
   */
  simulate(terms: SettlementTerms, operator: Hex): Promise<SimulatedCall> {
    return withChainErrors(async () => {
      const [{ number: block, timestamp }, fees] = await Promise.all([
        this.#latest(),
        this.#fees(),
      ]);
      const validUntil = terms.collection?.validUntil ?? this.#deadlineAfter(timestamp);
      const call = { from: operator, ...settlementCall(this, terms, validUntil) };
      const { maxGas } = this.#options;
      const gas = await gasLimitOf(this.#client, call, { maxGas, fees });
      return { terms, operator, gas, validUntil, block, batchCollector: batchCollector(terms) };
    });
  }

  /**
   * Simulates a call that settles nothing, as `simulate` does.
   * @returns the gas limit to send it with
   * @throws CallReverted when the contract would refuse it; TooMuchGas when it exceeds `maxGas`
   */
  gasOfErrand(call: WalletCall & { readonly from: Hex }, maxGas: bigint): Promise<bigint> {
    return withChainErrors(async () =>
      gasLimitOf(this.#client, call, { maxGas, fees: await this.#fees() }),
    );
  }

  /**
   * Finds the first block that can contain a settlement's record.
   * @param since a real time before its invoice was created. If the chain's latest block is older, the search begins
   *   with the block of the contract's deployment
   */
  firstBlockSince(since: Date): Promise<bigint> {
    return withChainErrors(() => firstBlockSince(this.#options, since));
  }

  /**
   * Searches the registry for an event that matches the terms exactly, sent by anyone.
   * @returns null when the chain has no such event
   */
  findRecord(
    terms: SettlementTerms,
    of: { readonly fromBlock: bigint; readonly search: Search },
  ): Promise<FoundRecord | null> {
    return withChainErrors(async () => {
      const contract = await contractOf(this.#options, terms);
      return findRecord({ ...this.#options, contract }, terms, of);
    });
  }

  /**
   * Finds the transfer that a settlement takes, if somebody else has carried it out.
   *
   * @param since a real time before its invoice was created. Transfers of more than an hour before are not found
   * @returns null also for settlements that take none
   */
  findTransfer(terms: SettlementTerms, since: Date): Promise<CarriedOut | null> {
    const transfer = transferOf(terms);
    if (transfer === null) return Promise.resolve(null);
    return withChainErrors(() => {
      const { finality } = this.#options;
      const firstBlock = () => firstBlockSince(this.#options, since);
      return findTransfer(this.#client, transfer, { finality, firstBlock });
    });
  }

  /**
   * Reads the receipts without a cache and checks confirmations, the canonical block, and that exactly one event of our
   * contract matches every field of the terms.
   * @param options.thorough when no transaction has landed, also check whether one still can
   */
  outcomeOf(
    sent: SentCall,
    options: { readonly thorough: boolean; readonly search: Search },
  ): Promise<SettlementOutcome> {
    return withChainErrors(() => outcomeOf(this.#options, sent, options));
  }

  /** Returns whether a block is still canonical; null when the node has no block of that number. */
  hasBlock({
    blockNumber,
    blockHash,
  }: Pick<ChainPosition, "blockNumber" | "blockHash">): Promise<boolean | null> {
    return withChainErrors(async () => {
      try {
        return (await this.#client.getBlock({ blockNumber })).hash === blockHash;
      } catch (error) {
        if (error instanceof BlockNotFoundError) return null;
        throw error;
      }
    });
  }

  /** Returns whether a nonce is used in a final block. */
  isNonceUsed(address: Hex, nonce: number): Promise<boolean> {
    return withChainErrors(async () => {
      const blockNumber = await finalBlock(this.#options);
      return (await this.#client.getTransactionCount({ address, blockNumber })) > nonce;
    });
  }

  /**
   * Broadcasts signed bytes. Sending the same bytes again is harmless. An error does not tell whether they arrived;
   * only `outcomeOf` does.
   * @throws NeverAccepted when the node permanently refuses these bytes
   */
  send(serializedTransaction: Hex): Promise<void> {
    return withChainErrors(async () => {
      await this.#client.sendRawTransaction({ serializedTransaction }).catch((error: unknown) => {
        const verdict = error instanceof BaseError ? sendVerdict(error.details) : "later";
        if (verdict === "there") return;
        throw verdict === "never" ? new NeverAccepted(refusedForGood) : error;
      });
    });
  }
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
