import type { PreparedRefund, Refund, RefundApi } from "../api/refund-api.ts";
import { askWallet, assertChain, type Payer, type WalletParts } from "../wallet/ask-wallet.ts";
import type { Asked } from "../wallet/state.ts";
import { followTransaction, sendTransaction } from "./follow-transaction.ts";

interface RefundParts extends WalletParts {
  readonly api: RefundApi;
}

const asked = {
  deploy: "deployment",
  approve: "allowance",
  refund: "refund",
} as const satisfies Readonly<Record<PreparedRefund["step"], Asked>>;

/**
 * Asks the wallet to send the transactions of a refund, one at a time, and follows each. The last one pays the refund.
 * The contract pays a refund once, from whichever wallet the transaction comes.
 *
 * @returns the refund once the service has seen it on the chain
 * @throws WalletError, ApiError or PaymentStopped when it failed; the signal's reason when it was aborted
 */
export async function payRefund(payer: Payer, { api, ...parts }: RefundParts): Promise<Refund> {
  const { provider, address } = payer;
  const { report, signal } = parts;
  for (;;) {
    report({ type: "stepped", step: { name: "preparing" } });
    await assertChain(payer, parts);
    const { step, to, data } = await api.prepare(address, signal);
    report({ type: "prepared", asks: [asked[step]] });
    const send = () => sendTransaction(provider, { from: address, to, data });
    const hash = await askWallet({ what: asked[step] }, send, parts);
    if (step === "refund") {
      return followTransaction(hash, provider, parts, {
        read: () => api.view(signal),
        isDone: ({ status }) => status === "CONFIRMED",
        failed: "The refund failed on the chain, and nothing was paid. Try again.",
        ineffective: "The refund is on the chain. This page shows it as paid once it is confirmed.",
      });
    }
    await followTransaction(hash, provider, parts, {
      read: () => api.prepare(address, signal),
      isDone: (next) => next.step !== step,
      failed: "The transaction failed on the chain. Try again.",
      ineffective:
        "The transaction is on the chain, but did not approve the whole amount. Approve the whole amount in your wallet, and try again.",
    });
  }
}
