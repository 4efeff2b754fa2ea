import {
  keccak256,
  type PublicClient,
  parseTransaction,
  type TransactionSerializableEIP1559,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { batchCall } from "./batch-call.ts";
import type { WalletCall } from "./collector.ts";
import {
  type Fees,
  type FeesNow,
  feesNow,
  type GasFunds,
  gasFunds,
  raisedFees,
  replacingFees,
} from "./fees.ts";
import { type Registry, settlementCall } from "./registry.ts";
import { isMissingMethod, withChainErrors } from "./rpc-client.ts";
import type { SignedTransaction, SimulatedCall } from "./settlement-terms.ts";

interface DirectOptions extends Registry {
  /** One or more keys. Settlements are distributed over them. */
  readonly signerKeys: readonly Hex[];
}

interface Quote {
  readonly fees: Fees;
  /** The number of the address's transactions in the chain. */
  readonly transactionCount: number;
  /** The number of the newest block. */
  readonly block: bigint;
}

/** A transaction that was signed with one of the keys. */
interface Sent {
  readonly signer: Hex;
  readonly raw: Hex;
}

/** How old the shared fees may be, in milliseconds. */
const freshMs = 250;

/**
 * Signs settlements with the service's own keys, for the `direct` executor. Methods that query the chain throw
 * ChainUnavailable.
 */
export class DirectSigner {
  /** The addresses of the configured keys. */
  readonly signers: readonly Hex[];
  readonly #options: DirectOptions;
  readonly #client: PublicClient;
  readonly #accounts: ReadonlyMap<Hex, PrivateKeyAccount>;
  readonly #fees: () => Promise<FeesNow>;
  /** How many signers `nextSigner` has returned. */
  #picked = 0;

  constructor(options: DirectOptions) {
    const { client, signerKeys } = options;
    const accounts = signerKeys.map((key) => privateKeyToAccount(key));
    this.#options = options;
    this.#client = client;
    this.#accounts = new Map(accounts.map((account) => [account.address, account]));
    this.signers = [...this.#accounts.keys()];
    this.#fees = sharedAnswer(freshMs, () => feesNow(client));
  }

  /** Returns the signer of the next settlement, round-robin. */
  nextSigner(): Hex {
    const signer = this.signers[this.#picked % this.signers.length];
    if (signer === undefined) throw new Error("There is at least one signer.");
    this.#picked += 1;
    return signer;
  }

  /** Reads the chain state needed for signing. Only the fees and the block may be a fraction of a second old. */
  quote(address: Hex): Promise<Quote> {
    return withChainErrors(async () => {
      // The count is never shared: an older one hides that somebody else has used the key, and a settlement would be
      // signed with a used nonce.
      const [{ block, maxFeePerGas, maxPriorityFeePerGas }, transactionCount] = await Promise.all([
        this.#fees(),
        this.#client.getTransactionCount({ address }),
      ]);
      return { fees: { maxFeePerGas, maxPriorityFeePerGas }, transactionCount, block };
    });
  }

  funds(signer: Hex): Promise<GasFunds> {
    return withChainErrors(() => gasFunds(this.#client, signer));
  }

  /** Signs a call that settles nothing. It makes no requests, so it may run under a lock. */
  signErrand(
    { from, ...call }: WalletCall & { readonly from: Hex; readonly gas: bigint },
    nonce: number,
    { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  ): Promise<SignedTransaction> {
    const account = this.#accounts.get(from);
    if (account === undefined) throw new Error(`The key of ${from} is not ours.`);
    const { chainId } = this.#options;
    return signed(account, { chainId, ...call, nonce, maxFeePerGas, maxPriorityFeePerGas });
  }

  /**
   * Signs one call for its operator, or several calls as one transaction. It makes no requests, so it may run under a
   * lock.
   */
  sign(
    calls: readonly [SimulatedCall, ...SimulatedCall[]],
    nonce: number,
    { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  ): Promise<SignedTransaction> {
    const [{ operator, terms, validUntil, gas }] = calls;
    const account = this.#accounts.get(operator);
    if (account === undefined) throw new Error(`The key of ${operator} is not ours.`);
    return signed(account, {
      chainId: this.#options.chainId,
      ...(calls.length === 1
        ? { ...settlementCall(this.#options, terms, validUntil), gas }
        : batchCall(calls)),
      nonce,
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
  }

  /**
   * Signs the same transaction with fees at least a fifth higher, when its current fees are too low.
   * @param waitedMs how long ago it was signed, in milliseconds
   * @returns null when higher fees would not help, or when the key is no longer configured
   */
  raise({ signer, raw }: Sent, waitedMs: number): Promise<SignedTransaction | null> {
    return withChainErrors(async () => {
      const account = this.#accounts.get(signer);
      if (account === undefined) return null;
      const sent = parsed(raw);
      const count = await this.#client.getTransactionCount({ address: signer });
      const isNext = count === sent.nonce;
      const higher = raisedFees(sent, await feesNow(this.#client), isNext ? waitedMs : 0);
      return higher && signed(account, { ...sent, ...higher });
    });
  }

  /**
   * Signs a zero-value transfer to the signer itself, with a transaction's nonce and higher fees. It consumes the nonce
   * so that later transactions can proceed.
   * @returns null when the key is no longer configured
   */
  cancel({ signer, raw }: Sent): Promise<SignedTransaction | null> {
    return withChainErrors(async () => {
      const account = this.#accounts.get(signer);
      if (account === undefined) return null;
      const { nonce, ...sent } = parsed(raw);
      const nothing = { account: signer, to: signer, value: 0n };
      const [now, gas] = await Promise.all([
        feesNow(this.#client),
        this.#client.estimateGas(nothing).catch((error: unknown) => {
          if (isMissingMethod(error)) return gasOfNothing;
          throw error;
        }),
      ]);
      const { chainId } = this.#options;
      return signed(account, { chainId, to: signer, gas, nonce, ...replacingFees(sent, now) });
    });
  }
}

/** The gas limit of a transaction that only uses a nonce up, on a node that cannot estimate. Rollups need more than 21,000. */
const gasOfNothing = 200_000n;

/** Parses a signed transaction so that it can be signed again with changes. */
function parsed(raw: Hex) {
  const transaction = parseTransaction(raw as `0x02${string}`);
  const { r, s, v, yParity, maxFeePerGas, maxPriorityFeePerGas, ...sent } = transaction;
  if (maxFeePerGas === undefined) throw new Error("Every transaction of ours offers a fee.");
  // The parser omits zero values, and the tip may be zero.
  return { ...sent, maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}

async function signed(
  account: PrivateKeyAccount,
  transaction: TransactionSerializableEIP1559 & Fees,
): Promise<SignedTransaction> {
  const raw = await account.signTransaction({ ...transaction, type: "eip1559" });
  return { raw, hash: keccak256(raw) };
}
