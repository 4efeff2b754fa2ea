import type { Cap, CapAnswer, PortalApi, PreparedCap } from "../api/portal-api.ts";
import {
  askWallet,
  assertChain,
  followTransaction,
  type Payer,
  untilApproved,
  type WalletParts,
} from "../wallet/ask-wallet.ts";
import { sendTransaction, signTypedData } from "../wallet/requests.ts";

interface CapParts extends WalletParts {
  readonly api: Pick<PortalApi, "prepareCap" | "signCap" | "spendingCap">;
}

interface CapTerms {
  readonly subscriptionId: string;
  /** The new cap's total limit, in USDC. */
  readonly amount: string;
  /** What the page shows, to which the subscriber agrees. */
  readonly shown: CapAnswer["terms"];
}

/**
 * From the amount to the API's answer: prepares the cap, has the wallet approve and sign, and sends.
 *
 * @throws WalletError, ApiError or PaymentStopped when it failed; the signal's reason when it was aborted
 */
export async function signCap(
  { subscriptionId, amount, shown: terms }: CapTerms,
  payer: Payer,
  parts: CapParts,
): Promise<void> {
  const { provider, address: payerAddress } = payer;
  const { api, report, signal } = parts;
  const prepare = (more: object = {}) =>
    api.prepareCap({ subscriptionId, payerAddress, capAmount: amount, terms, ...more }, signal);

  report({ type: "stepped", step: { name: "preparing" } });
  await assertChain(payer, parts);
  let cap: PreparedCap = await prepare();
  const { approval, allowance: capAllowance } = cap;
  report({ type: "prepared", asks: approval === null ? ["cap"] : ["approval", "cap"] });
  if (approval !== null) {
    const send = () => sendTransaction(provider, { from: payerAddress, ...approval });
    cap = await untilApproved(await askWallet("approval", send, parts), provider, parts, {
      prepare: () => prepare({ capAllowance }),
      isApproved: (prepared) => prepared.approval === null,
    });
  }
  const { typedData, amount: signedAmount, validUntil, nonce } = cap;
  const sign = () => signTypedData(provider, payerAddress, typedData);
  const signature = await askWallet("cap", sign, parts);
  report({ type: "stepped", step: { name: "sending" } });
  const signed = { amount: signedAmount, validUntil, nonce, signature };
  await api.signCap({ subscriptionId, payerAddress, cap: signed, terms }, signal);
}

/**
 * Has the wallet revoke a cap on the chain, and follows the transaction until the service has seen it.
 *
 * @throws the same as `signCap`
 */
export async function revokeOnChain(
  subscriptionId: string,
  { revocation }: Pick<Cap, "revocation">,
  payer: Payer,
  { onSent, ...parts }: CapParts & { readonly onSent: (transactionHash: string) => void },
): Promise<void> {
  const { provider, address } = payer;
  const { api, report, signal } = parts;
  report({ type: "stepped", step: { name: "preparing" } });
  await assertChain(payer, parts);
  report({ type: "prepared", asks: ["revocation"] });
  const send = () => sendTransaction(provider, { from: address, ...revocation });
  const transactionHash = await askWallet("revocation", send, parts);
  onSent(transactionHash);
  await followTransaction<CapAnswer>(transactionHash, provider, parts, {
    read: () => api.spendingCap(subscriptionId, signal),
    isDone: ({ spendingCap }) => spendingCap?.revokedOnChain ?? true,
    failed: "The transaction failed on the chain, and the cap is not revoked there. Try again.",
    ineffective: "The transaction is on the chain, but the cap is not revoked there. Try again.",
  });
}
