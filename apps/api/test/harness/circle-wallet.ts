import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bundlerAbi } from "@usance/contracts/testing";
import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  http,
  keccak256,
  type TransactionReceipt,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Faults } from "./circle-faults.ts";

type Hex = `0x${string}`;

/** A transaction as the provider shows it, and its call. */
export interface CircleTransaction {
  readonly id: string;
  readonly contract: Hex;
  readonly callData: Hex;
  state: string;
  txHash?: Hex;
  errorReason?: string;
}

interface Signed {
  readonly nonce: number;
  readonly raw: Hex;
}

/** Pause between checks of the chain and of the outcome that a test asked for, in milliseconds. */
const tick = 20;
/** Gas limit with which any call starts, but recordSettlement does not finish. */
const tooLittleGas = 40_000n;

/** A contract that makes several calls in one transaction, and the number of calls. */
export interface Bundling {
  readonly bundler: Hex;
  readonly size: number;
}

interface Waiting {
  readonly target: Hex;
  readonly data: Hex;
  signed(transaction: Promise<Signed>): void;
}

/**
 * The provider's wallet. It sends its calls to the local chain, with the outcome that the test asked for.
 *
 * @param of.bundling set if the wallet is a smart account, whose calls share transactions
 */
export function circleWallet(
  { rpcUrl, key, bundling }: { rpcUrl: string; key: Hex; bundling: Bundling | undefined },
  fate: () => Faults["fate"],
  stopped: AbortSignal,
) {
  const account = privateKeyToAccount(key);
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) });
  const underway = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();

  async function sign(to: Hex, data: Hex): Promise<Signed> {
    const gas =
      fate() === "reverted" ? tooLittleGas : await client.estimateGas({ account, to, data });
    const [chainId, fees, count] = await Promise.all([
      client.getChainId(),
      client.estimateFeesPerGas(),
      client.getTransactionCount({ address: account.address }),
    ]);
    const nonce = Math.max(count, ...[...underway].map((taken) => taken + 1));
    const raw = await account.signTransaction({ chainId, to, data, gas, nonce, ...fees });
    underway.add(nonce);
    return { nonce, raw };
  }

  /** Sends one call at a time, so that each has its own nonce. */
  function signInTurn(to: Hex, data: Hex): Promise<Signed> {
    const signed = last.then(() => sign(to, data));
    last = signed.catch(() => undefined);
    return signed;
  }

  const waiting: Waiting[] = [];

  /** Sends the calls in one transaction when there are enough of them. */
  function signInBundle({ bundler, size }: Bundling, target: Hex, data: Hex): Promise<Signed> {
    return new Promise((signed) => {
      waiting.push({ target, data, signed });
      if (waiting.length < size) return;
      const bundle = waiting.splice(0);
      const args = [bundle.map((one) => ({ target: one.target, data: one.data }))] as const;
      const call = encodeFunctionData({ abi: bundlerAbi, functionName: "bundle", args });
      const shared = signInTurn(bundler, call);
      for (const one of bundle) one.signed(shared);
    });
  }

  async function send(transaction: CircleTransaction, raw: Hex): Promise<TransactionReceipt> {
    const hash = keccak256(raw);
    transaction.txHash = hash;
    for (;;) {
      const stuck = fate() === "stuck";
      transaction.state = stuck ? "STUCK" : "SENT";
      // The chain already knows it or is unavailable; the receipt shows which.
      if (!stuck) {
        await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
      }
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
      if (receipt !== null) return receipt;
      await sleep(tick, undefined, { signal: stopped });
    }
  }

  async function carryOut(transaction: CircleTransaction): Promise<void> {
    const end = (state: string, more: Partial<CircleTransaction> = {}) => {
      Object.assign(transaction, { state, ...more });
    };
    /** Stays in a state long enough for a poll to see it. */
    const pass = (state: string) => {
      transaction.state = state;
      return sleep(tick, undefined, { signal: stopped });
    };
    await pass("INITIATED");
    await pass("CLEARED");
    while (fate() === "unknown") await pass("PENDING_RISK_SCREENING");
    await pass("QUEUED");
    const own = fate();
    if (own === "denied") return end("DENIED");
    if (own === "cancelled") return end("CANCELLED");
    if (own === "failed") return end("FAILED", { errorReason: "INSUFFICIENT_NATIVE_TOKEN" });
    if (own === "made-up") {
      return end("COMPLETE", { txHash: `0x${randomBytes(32).toString("hex")}` });
    }
    const to = typeof own === "object" ? own.elsewhere : transaction.contract;
    for (;;) {
      try {
        const { callData } = transaction;
        const { nonce, raw } = await (bundling === undefined
          ? signInTurn(to, callData)
          : signInBundle(bundling, to, callData));
        const { status } = await send(transaction, raw);
        underway.delete(nonce);
        if (status === "reverted") return end("FAILED", { errorReason: "FAILED_ON_CHAIN" });
        await pass("CONFIRMED");
        return end("COMPLETE");
      } catch (error) {
        stopped.throwIfAborted();
        if (isRevert(error)) return end("FAILED", { errorReason: "ESTIMATION_ERROR" });
        await sleep(tick, undefined, { signal: stopped });
      }
    }
  }

  return { address: bundling?.bundler ?? account.address, carryOut };
}

function isRevert(error: unknown): boolean {
  const reverted = (cause: unknown) => cause instanceof ExecutionRevertedError;
  return error instanceof BaseError && error.walk(reverted) !== null;
}
