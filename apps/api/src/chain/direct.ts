import { settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  createPublicClient,
  HttpRequestError,
  http,
  InsufficientFundsError,
  keccak256,
  type PublicClient,
  TimeoutError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../shared/evm-fields.ts";
import {
  encodeRecordSettlement,
  findRecordedEvent,
  invoiceHashOf,
  recordSettlementArgs,
  revertMessage,
} from "./registry.ts";
import {
  CallReverted,
  ChainUnavailable,
  type Outcome,
  type PreparedCall,
  type SettlementChain,
  type SettlementTerms,
  type SignedTransaction,
} from "./settlement-chain.ts";

export interface DirectChainOptions {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly contract: Hex;
  /** The USDC contract that records name; the zero address where the chain has none. */
  readonly token: Hex;
  readonly signerKey: Hex;
  /** Blocks that must stand on the event's block, its own included. */
  readonly confirmations: number;
}

/** How long a signed call stays valid, in seconds of chain time. */
const validitySeconds = 3_600n;
/** One RPC request's time limit, in milliseconds. */
const rpcTimeoutMs = 10_000;

/**
 * The `direct` executor: our own key signs, and the chain is read and written over one RPC address.
 * viem encodes, simulates, signs and decodes; receipts are read anew each time, since its own
 * waiting caches them over reorganisations.
 */
export function directChain(options: DirectChainOptions): SettlementChain {
  const { chainId, contract, token } = options;
  const account = privateKeyToAccount(options.signerKey);
  const client = createPublicClient({
    transport: http(options.rpcUrl, { timeout: rpcTimeoutMs, retryCount: 1 }),
  });
  const simulate = (terms: SettlementTerms, validUntil: bigint, blockNumber?: bigint) =>
    client.simulateContract({
      account,
      address: contract,
      abi: settlementRegistryAbi,
      functionName: "recordSettlement",
      args: recordSettlementArgs(terms, token, validUntil),
      ...(blockNumber !== undefined && { blockNumber }),
    });

  return {
    chainId,
    contract,
    token,
    signer: account.address,
    invoiceHashOf,

    prepare: (terms) =>
      known(async (): Promise<PreparedCall> => {
        const { timestamp } = await client.getBlock();
        const validUntil = timestamp + validitySeconds;
        await simulate(terms, validUntil);
        const data = encodeRecordSettlement(recordSettlementArgs(terms, token, validUntil));
        const [gas, fees, transactionCount] = await Promise.all([
          client.estimateGas({ account, to: contract, data }),
          client.estimateFeesPerGas(),
          client.getTransactionCount({ address: account.address }),
        ]);
        const { maxFeePerGas, maxPriorityFeePerGas } = fees;
        // A fifth more gas than estimated: another settlement may land before this one.
        return {
          data,
          gas: (gas * 6n) / 5n,
          maxFeePerGas,
          maxPriorityFeePerGas,
          validUntil,
          transactionCount,
        };
      }),

    sign: (call, nonce) => signCall(account, { chainId, contract, call, nonce }),

    send: (serializedTransaction) =>
      known(async () => {
        await client.sendRawTransaction({ serializedTransaction });
      }),

    outcomeOf: ({ hash, validUntil }, terms) =>
      known(async (): Promise<Outcome> => {
        const receipt = await findReceipt(client, hash);
        if (receipt === null || !(await isSettled(client, receipt, options.confirmations))) {
          return { state: "undecided" };
        }
        if (receipt.status === "reverted") {
          // What stood in its way is most likely still there at the end of its block.
          const reason = await simulate(terms, validUntil, receipt.blockNumber).then(
            () => null,
            revertMessage,
          );
          return { state: "failed", reason: reason ?? "The settlement transaction reverted." };
        }
        const event = findRecordedEvent(receipt.logs, {
          contract,
          operator: account.address,
          token,
          terms,
        });
        if (event === null) {
          return {
            state: "failed",
            reason: "SettlementRecorded was not found in the transaction's receipt.",
          };
        }
        const { blockNumber, blockHash } = receipt;
        return { state: "recorded", at: { blockNumber, blockHash, ...event } };
      }),
  };
}

async function signCall(
  account: PrivateKeyAccount,
  {
    chainId,
    contract,
    call,
    nonce,
  }: { chainId: number; contract: Hex; call: PreparedCall; nonce: number },
): Promise<SignedTransaction> {
  const { data, gas, maxFeePerGas, maxPriorityFeePerGas } = call;
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId,
    to: contract,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    nonce,
  });
  return { raw, hash: keccak256(raw) };
}

async function findReceipt(client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** Deep enough, and in the chain that is canonical now: a receipt alone may be of a lost block. */
async function isSettled(
  client: PublicClient,
  receipt: TransactionReceipt,
  confirmations: number,
): Promise<boolean> {
  const [latest, block] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getBlock({ blockNumber: receipt.blockNumber }),
  ]);
  const depth = latest - receipt.blockNumber + 1n;
  return block.hash === receipt.blockHash && depth >= BigInt(confirmations);
}

/** Every failure of the chain as one of two: it refused the call, or nothing is known. */
async function known<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const revert = revertMessage(error);
    if (revert !== null) throw new CallReverted(revert);
    throw new ChainUnavailable(publicSummary(error));
  }
}

/** What callers may hear. viem's messages hold the RPC address and the node's words: they may not. */
function publicSummary(error: unknown): string {
  const causes = [HttpRequestError, TimeoutError, InsufficientFundsError] as const;
  const known =
    error instanceof BaseError
      ? error.walk((cause) => causes.some((kind) => cause instanceof kind))
      : null;
  if (known instanceof InsufficientFundsError) {
    return "The settlement signer cannot pay for the transaction.";
  }
  if (known instanceof TimeoutError) return "The settlement chain did not answer in time.";
  if (known instanceof HttpRequestError) return "The settlement chain could not be reached.";
  return "The settlement chain answered with an error.";
}
