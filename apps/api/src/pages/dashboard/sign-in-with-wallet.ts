import { z } from "zod";
import { askChain } from "../../chain/chain-errors.ts";
import type { SignInTerms } from "../../chain/wallet-sign-in.ts";
import { component, id, timeOut } from "../../kit/answers.ts";
import { evmAddress, type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { optionalId, request } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { CannotOpen, type Seal } from "../../kit/seal.ts";
import { hashToken } from "../../kit/tokens.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Visiting } from "../../operation/work.ts";
import {
  messageNotValid,
  notSignedByWallet,
  OneDashboardSession,
  ownPageOnly,
  SignedMessage,
  shownSeller,
} from "../../schemas/dashboard.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { openSession, requireOwnPage } from "./sign-in.ts";
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

const OwnGrants = z.object({
  walletGrants: z
    .array(
      component("OwnWalletGrant", "A grant, as its wallet sees it.", {
        id: id(),
        seller: shownSeller,
        expiresAt: timeOut().nullable().meta({
          description: "When the grant expires; null: never",
          example: null,
        }),
      }),
    )
    .meta({ description: "Newest first" }),
});

export const listOwnGrants = pageOperation("POST /dashboard/wallet-grants", {
  name: "dashboard.walletGrants",
  summary: "List the grants with which a wallet can sign in",
  description:
    "Takes the signed message of the wallet, which can still be used to sign in afterwards. The page shows whose dashboard it is before it opens it.",
  refusals: {
    ownPageOnly,
    messageNotValid,
    notSignedByWallet,
    tooManyRequests,
    chainDoesNotAnswer,
  },
  input: SignedMessage,
  output: OwnGrants,
  run: async (work, signed) => {
    requireOwnPage(work);
    const { walletAddress } = await readSignedMessage(work, signed);
    const grants = await findGrants(work.db, walletAddress, work.clock.now());
    return { walletGrants: grants.map(({ user, ...grant }) => ({ ...grant, seller: user })) };
  },
});

type MessageParts = Pick<Visiting, "walletSignIn" | "webhooks" | "clock" | "dashboardUrl">;

/** A wallet whose signature was checked. */
interface ProvenWallet {
  /** In lower case. */
  readonly walletAddress: Hex;
  readonly nonce: string;
}

/** Returns the wallet that signed a message of this service. @throws Refusal when the message or the signature is invalid */
async function readSignedMessage(
  work: MessageParts,
  { message, signature }: { readonly message: string; readonly signature: Hex },
): Promise<ProvenWallet> {
  const { address, nonce } = readMessage(work, message);
  if (!(await askChain(work.walletSignIn.hasSigned(address, message, signature)))) {
    throw new Refusal(notSignedByWallet);
  }
  return { walletAddress: inLowerCase(address), nonce };
}

/** Reads a message. @throws Refusal messageNotValid for any text that the service did not write itself */
function readMessage(work: MessageParts, message: string): { address: Hex; nonce: string } {
  const { walletSignIn, webhooks, clock } = work;
  const said = walletSignIn.read(message);
  const issuedAt = said && issueTimeOf(webhooks.seal, said.address, said.nonce);
  if (said === null || issuedAt === null) throw new Refusal(messageNotValid);
  const terms = termsOf(work, said.address, said.nonce, issuedAt);
  const isOurs = walletSignIn.messageOf(terms) === message;
  if (!isOurs || terms.expiresAt <= clock.now()) throw new Refusal(messageNotValid);
  return said;
}

const of = (address: Hex) => `sign-in of ${address.toLowerCase()}`;

/**
 * Makes the nonce of a wallet's message. It is sealed, so the service recognizes it without storing anything for strangers.
 */
function newNonce(seal: Seal, address: Hex, issuedAt: Date): string {
  return Buffer.from(seal.seal(String(issuedAt.getTime()), of(address))).toString("hex");
}

/** @returns when the service made a nonce for this wallet; null if it did not */
function issueTimeOf(seal: Seal, address: Hex, nonce: string): Date | null {
  try {
    return new Date(Number(seal.open(Buffer.from(nonce, "hex").toString(), of(address))));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/** How long a message can be used, in milliseconds: five minutes. */
const lifeMs = 300_000;

/** The contents of a wallet's message, the same when it is written and when it is checked. */
function termsOf(
  { dashboardUrl }: Pick<Parts, "dashboardUrl">,
  address: Hex,
  nonce: string,
  issuedAt: Date,
): SignInTerms {
  const expiresAt = new Date(issuedAt.getTime() + lifeMs);
  return { address, dashboardUrl, nonce, issuedAt, expiresAt };
}
