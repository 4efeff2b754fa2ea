import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { hashToken } from "../../kit/tokens.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  messageNotValid,
  notSignedByWallet,
  OneDashboardSession,
  OneWalletMessage,
  ownPageOnly,
  severalGrants,
  WalletQuery,
  WalletSignIn,
  walletNotGranted,
} from "../../schemas/dashboard.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { requireOwnPage } from "./own-session.ts";
import { newNonce, readSignedMessage, termsOf } from "./read-signed-message.ts";
import { openSession } from "./sign-in.ts";
import { findGrants, insertIfUnused } from "./store.ts";

const name = "dashboard.signInWithWallet";

export const signInWithWallet = pageOperation("POST /dashboard/wallet-sign-in", {
  name,
  summary: "Sign in with a wallet",
  description:
    "Opens a session with the seller and the scopes of a wallet grant, and sets its cookie. A session whose cookie this replaces ends, as by signing out. The session ends when the grant does. A service's `payoutAddress` lets nobody sign in.",
  refusals: {
    ownPageOnly,
    messageNotValid,
    notSignedByWallet,
    walletNotGranted,
    severalGrants,
    tooManyRequests,
    chainDoesNotAnswer,
  },
  input: WalletSignIn,
  output: OneDashboardSession,
  run: async (work, { walletGrantId, ...signed }) => {
    requireOwnPage(work);
    const { walletAddress, nonce } = await readSignedMessage(work, signed);
    return openSession(work, name, async (tx, { tokenHash, now, expiresAt }) => {
      const [grant, another] = (await findGrants(tx, walletAddress, now)).filter(
        ({ id }) => walletGrantId === undefined || id === walletGrantId,
      );
      if (grant === undefined) throw new Refusal(walletNotGranted);
      if (another !== undefined) throw new Refusal(severalGrants);
      const session = {
        id: newId(),
        ownerId: grant.userId,
        apiKeyId: grant.id,
        keyHash: null,
        walletAddress,
        createdInSession: null,
        scopes: grant.scopes,
        linkHash: hashToken(nonce),
        tokenHash,
        createdAt: now,
        openedAt: now,
        expiresAt: earlier(expiresAt, grant.expiresAt),
        revokedAt: null,
      };
      if (!(await insertIfUnused(tx, session))) throw new Refusal(messageNotValid);
      return session;
    });
  },
});

export const getWalletMessage = pageOperation("GET /dashboard/wallet-message", {
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
