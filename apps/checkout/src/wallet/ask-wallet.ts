import { PaymentStopped } from "../payment/problems.ts";
import { type Provider, readChainId, readReceipt } from "./requests.ts";
import type { Asking, WalletEvent } from "./state.ts";

/** A wallet that is asked something. */
export interface Payer {
  readonly provider: Provider;
  readonly address: string;
  /** The chain that it must be on. */
  readonly chainId: number;
}

export interface WalletParts {
  readonly report: (event: WalletEvent) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the result is no longer wanted. */
  readonly signal: AbortSignal;
}

const receiptEveryMs = 1_000;
/** A wallet may replace a transaction with a faster one without reporting its hash. */
const stateEveryLooks = 5;
const maxLooksAfterReceipt = 10;

/** Asks the wallet's holder something, and shows that on the page. */
export async function askWallet<Answer>(
  asking: Asking,
  request: () => Promise<Answer>,
  { report, signal }: WalletParts,
): Promise<Answer> {
  report({ type: "stepped", step: { name: "asking", ...asking } });
  const answer = await request();
  signal.throwIfAborted();
  return answer;
}

/** @throws PaymentStopped when the wallet is on another chain, which the page then shows */
export async function assertChain(
  { provider, chainId: right }: Payer,
  { report, signal }: WalletParts,
): Promise<void> {
  const chainId = await readChainId(provider);
  signal.throwIfAborted();
  if (chainId === right) return;
  report({ type: "chain-changed", chainId });
  throw new PaymentStopped(null);
}

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
