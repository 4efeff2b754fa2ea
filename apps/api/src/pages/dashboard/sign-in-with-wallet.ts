import { z } from "zod";
import { component, timeOut } from "../../kit/answers.ts";
import { evmAddress } from "../../kit/evm-fields.ts";
import { optionalId, request } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { hashDashboardToken } from "../../operation/access/auth/api-key.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  messageNotValid,
  notSignedByWallet,
  OneDashboardSession,
  ownPageOnly,
  SignedMessage,
} from "../../schemas/dashboard.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { requireOwnPage } from "./own-session.ts";
import { newNonce, readSignedMessage, termsOf } from "./read-signed-message.ts";
import { openSession } from "./sign-in.ts";
import { findGrants, insertIfUnused } from "./store.ts";

const name = "dashboard.signInWithWallet";

const walletNotGranted: RefusalTerms = {
  kind: "forbidden",
  code: "wallet_not_granted",
  message: "This wallet may not sign in.",
  meaning:
    "No wallet grant names this wallet, or not the one with `walletGrantId`; or it has expired or was revoked.",
  remedy: "Ask the seller for a wallet grant, or sign in with an API key.",
};

const severalGrants: RefusalTerms = {
  kind: "conflict",
  code: "several_wallet_grants",
  param: "walletGrantId",
  message: "Several wallet grants name this wallet: choose one.",
  meaning: "More than one wallet grant is active for this wallet.",
  remedy: "Send the `walletGrantId` of one of those that `dashboard.walletGrants` lists.",
};

const WalletSignIn = request({
  ...SignedMessage.shape,
  walletGrantId: optionalId().meta({
    description: "Id of the grant to sign in with. Required if the wallet has several",
  }),
});

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

const WalletQuery = request({
  address: evmAddress().meta({ description: "Address of the wallet that will sign" }),
});

const OneWalletMessage = z.object({
  walletMessage: component("WalletMessage", "A message that a wallet signs to sign in.", {
    message: z.string().meta({
      description: "The message to sign (ERC-4361). It names this dashboard and the wallet",
      example: "usance.example.com wants you to sign in with your Ethereum account: …",
    }),
    expiresAt: timeOut().meta({ description: "When the message can no longer be used" }),
  }),
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
