import type { SignInTerms } from "../../chain/ports/wallet-sign-in.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { OneWalletMessage, ownPageOnly, WalletQuery } from "../../schemas/dashboard.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { newNonce } from "./wallet-nonce.ts";

/** How long a message can be used, in milliseconds: five minutes. */
const lifeMs = 300_000;

export const getWalletMessage = visit("GET /dashboard/wallet-message", {
  name: "dashboard.walletMessage",
  summary: "Get a message to sign in with a wallet",
  description:
    "Returns a message (ERC-4361) that a wallet with a wallet grant signs to sign in. It names the dashboard's host and the wallet, and works once.",
  refusals: { ownPageOnly, tooManyRequests },
  input: WalletQuery,
  output: OneWalletMessage,
  run: (work, { address }) => {
    requireOwnPage(work);
    const { clock, webhooks, walletSignIn } = work;
    const issuedAt = clock.now();
    const terms = termsOf(work, address, newNonce(webhooks.seal, address, issuedAt), issuedAt);
    return {
      walletMessage: { message: walletSignIn.messageOf(terms), expiresAt: terms.expiresAt },
    };
  },
});

/** What the message of a wallet says, so that the same is said when the signature is checked. */
export function termsOf(
  { dashboardUrl }: Pick<Parts, "dashboardUrl">,
  address: Hex,
  nonce: string,
  issuedAt: Date,
): SignInTerms {
  const expiresAt = new Date(issuedAt.getTime() + lifeMs);
  return { address, dashboardUrl, nonce, issuedAt, expiresAt };
}
