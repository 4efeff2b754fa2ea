import { PaymentStopped } from "../payment/problems.ts";
import { type Provider, readChainId } from "./requests.ts";
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
