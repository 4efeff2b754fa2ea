import { hashDashboardToken } from "../access/auth/dashboard-token.ts";
import { listSellersPaidTo } from "../catalog/services/list-sellers-paid-to.ts";
import {
  messageNotValid,
  noServicePaysWallet,
  notSignedByWallet,
  ownPageOnly,
  severalSellersPaid,
  WalletSignIn,
  walletScopes,
} from "../contract/dashboard.ts";
import { OneDashboardSession } from "../contract/dashboard-sessions.ts";
import { chainDoesNotAnswer } from "../contract/settlements.ts";
import { type Hex, inLowerCase } from "../lib/evm-fields.ts";
import { newId } from "../lib/ids.ts";
import { Refusal } from "../lib/refusal.ts";
import { visit } from "../operation/define.ts";
import { tooManyRequests } from "../operation/errors.ts";
import type { Visiting } from "../operation/work.ts";
import { askChain } from "../ports/ask-chain.ts";
import { termsOf } from "./get-wallet-message.ts";
import { openSession } from "./open-session.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { insertIfUnused } from "./store.ts";
import { issueTimeOf } from "./wallet-nonce.ts";

const name = "dashboard.signInWithWallet";

export const signInWithWallet = visit("POST /dashboard/wallet-sign-in", {
  name,
  summary: "Sign in with a wallet",
  description:
    "Opens a session of the seller whose service is paid to the wallet, and sets its cookie. Such a session can read the seller's records, finalize and void invoices, and create links for subscribers. It ends when no service of the seller has the wallet as its `payoutAddress`.",
  refusals: {
    ownPageOnly,
    messageNotValid,
    notSignedByWallet,
    noServicePaysWallet,
    severalSellersPaid,
    tooManyRequests,
    chainDoesNotAnswer,
  },
  input: WalletSignIn,
  output: OneDashboardSession,
  run: async (work, { message, signature, serviceId }) => {
    requireOwnPage(work);
    const { address, nonce } = readMessage(work, message);
    if (!(await askChain(work.walletSignIn.hasSigned(address, message, signature)))) {
      throw new Refusal(notSignedByWallet);
    }
    const walletAddress = inLowerCase(address);
    const ownerId = await sellerOf(work, walletAddress, serviceId);
    return openSession(work, name, async (tx, { tokenHash, now, expiresAt }) => {
      const session = {
        id: newId(),
        ownerId,
        apiKeyId: null,
        keyHash: null,
        walletAddress,
        scopes: [...walletScopes],
        linkHash: hashDashboardToken(nonce),
        tokenHash,
        createdAt: now,
        openedAt: now,
        expiresAt,
        revokedAt: null,
      };
      if (!(await insertIfUnused(tx, session))) throw new Refusal(messageNotValid);
      return session;
    });
  },
});

/** Takes only a message that the service itself has written, to the letter. @throws Refusal messageNotValid */
function readMessage(
  work: Pick<Visiting, "walletSignIn" | "webhooks" | "clock" | "dashboardUrl">,
  message: string,
): { address: Hex; nonce: string } {
  const { walletSignIn, webhooks, clock } = work;
  const said = walletSignIn.read(message);
  const issuedAt = said && issueTimeOf(webhooks.seal, said.address, said.nonce);
  if (said === null || issuedAt === null) throw new Refusal(messageNotValid);
  const terms = termsOf(work, said.address, said.nonce, issuedAt);
  const isOurs = walletSignIn.messageOf(terms) === message;
  if (!isOurs || terms.expiresAt <= clock.now()) throw new Refusal(messageNotValid);
  return said;
}

/** @throws Refusal when no seller, or more than one, is paid to the wallet */
async function sellerOf(
  { db }: Pick<Visiting, "db">,
  walletAddress: Hex,
  serviceId: string | undefined,
): Promise<string> {
  const [seller, another] = await listSellersPaidTo({ db }, walletAddress, serviceId);
  if (seller === undefined) throw new Refusal(noServicePaysWallet);
  if (another !== undefined) throw new Refusal(severalSellersPaid);
  return seller;
}
