import type { SettlementProof } from "../api/billed-api.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { readChainId, readLogs } from "../wallet/requests.ts";
import { isRecorded } from "./recorded-log.ts";

/** Reads a payment from the chain through the wallet's own connection. */
export interface ChainAnswer {
  /** The name of the wallet that was asked. */
  readonly wallet: string;
  readonly isRecorded: boolean;
}

/** How long a wallet has for an answer, in milliseconds. */
const patienceMs = 8_000;

/**
 * Asks the browser's wallets, one at a time, until one of them reads the transaction from the payment's chain. They ask their own node, not
 * this service, and show their holder nothing: it is a read.
 *
 * @returns null when no wallet here reads that chain
 */
export async function askChain(
  proof: SettlementProof,
  wallets: readonly Wallet[],
): Promise<ChainAnswer | null> {
  for (const wallet of wallets) {
    const logs = await inTime(logsOn(wallet, proof)).catch(() => null);
    if (logs === null) continue;
    return { wallet: wallet.name, isRecorded: logs.some((log) => isRecorded(log, proof)) };
  }
  return null;
}

/** @returns null when the wallet is on another chain, or knows no such transaction */
async function logsOn(
  { provider }: Wallet,
  { chainId, transactionHash }: SettlementProof,
): Promise<readonly unknown[] | null> {
  return (await readChainId(provider)) === chainId ? readLogs(provider, transactionHash) : null;
}

/** A locked wallet may never answer. */
function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The wallet does not answer.")), patienceMs);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
