import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { hashDashboardToken } from "../../operation/access/auth/dashboard-token.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  messageNotValid,
  notSignedByWallet,
  ownPageOnly,
  severalGrants,
  WalletSignIn,
  walletNotGranted,
} from "../../schemas/dashboard.ts";
import { OneDashboardSession } from "../../schemas/dashboard-sessions.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { openSession } from "./open-session.ts";
import { readSignedMessage } from "./read-signed-message.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { findGrants, insertIfUnused } from "./store.ts";

const name = "dashboard.signInWithWallet";

export const signInWithWallet = visit("POST /dashboard/wallet-sign-in", {
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
        linkHash: hashDashboardToken(nonce),
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
