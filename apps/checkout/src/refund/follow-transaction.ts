import { PaymentStopped } from "../payment/problems.ts";
import type { WalletParts } from "../wallet/ask-wallet.ts";
import { hexOf, type Provider, request } from "../wallet/requests.ts";

interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** How a transaction ended. */
type Receipt = "succeeded" | "reverted";

const receiptEveryMs = 1_000;
/** A wallet may replace a transaction with a faster one without reporting its hash. */
const stateEveryLooks = 5;
const maxLooksAfterReceipt = 10;

interface Followed<State> {
  /** Reads what the transaction changes. */
  readonly read: () => Promise<State>;
  readonly isDone: (state: State) => boolean;
  /** The problem if the transaction failed on the chain, or succeeded with another effect. */
  readonly failed: string;
  readonly ineffective: string;
}

/** Follows a transaction that a wallet has sent. @returns its effect */
export async function followTransaction<State>(
  transactionHash: string,
  provider: Provider,
  { report, sleep, signal }: WalletParts,
  { read, isDone, failed, ineffective }: Followed<State>,
): Promise<State> {
  report({ type: "stepped", step: { name: "approving", transactionHash } });
  let afterReceipt = 0;
  for (let looks = 1; afterReceipt < maxLooksAfterReceipt; looks++) {
    await sleep(receiptEveryMs, signal);
    const receipt = await readReceipt(provider, transactionHash);
    signal.throwIfAborted();
    if (receipt === "reverted") throw new PaymentStopped(failed);
    if (receipt === "succeeded") afterReceipt += 1;
    if (receipt === null && looks % stateEveryLooks !== 0) continue;
    const state = await read();
    if (isDone(state)) return state;
  }
  throw new PaymentStopped(ineffective);
}

/** @returns the hash of the transaction */
export async function sendTransaction(
  provider: Provider,
  transaction: Transaction,
): Promise<string> {
  return hexOf(await request(provider, "eth_sendTransaction", [transaction]), "transaction hash");
}

/** @returns null while it is in no block */
export async function readReceipt(provider: Provider, hash: string): Promise<Receipt | null> {
  const receipt = await request(provider, "eth_getTransactionReceipt", [hash]);
  if (typeof receipt !== "object" || receipt === null || !("status" in receipt)) return null;
  return Number(receipt.status) === 1 ? "succeeded" : "reverted";
}
