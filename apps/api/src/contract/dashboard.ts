import { z } from "zod";
import { timeOut } from "../lib/answers.ts";
import { evmAddress, signature } from "../lib/evm-fields.ts";
import { optionalId, request, requiredId, requiredText } from "../lib/fields.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { scopes } from "./nouns.ts";

/*
 * The dashboard signs in and out with these operations. They take no API key, and work only if the request proves that
 * the dashboard's own page made it.
 */

/**
 * The scopes of a session that a wallet opened: it reads all records of its seller, finalizes and voids invoices, and
 * creates links for subscribers. It cannot change where money goes or who has access.
 */
export const walletScopes: readonly string[] = [
  ...scopes.filter((scope) => scope.endsWith(":read")),
  "invoices:write",
  "checkout-sessions:write",
  "portal-sessions:write",
];

export const ownPageOnly: RefusalTerms = {
  kind: "forbidden",
  code: "not_from_dashboard",
  message: "Only the dashboard's own page may make this call.",
  meaning:
    "The header `Usance-Dashboard: 1` is missing, or the browser says that another site made the call.",
  remedy: "Open the dashboard at its own address.",
};

export const notSignedIn: RefusalTerms = {
  kind: "unauthenticated",
  code: "not_signed_in",
  message: "You are not signed in.",
  meaning: "The request has no cookie of a session, or the session has ended.",
  remedy: "Sign in again.",
};

export const linkNotFound: RefusalTerms = {
  kind: "not_found",
  code: "dashboard_link_not_found",
  param: "linkToken",
  message: "This link does not work any more.",
  meaning: "The link was opened already, is older than ten minutes, was revoked, or never existed.",
  remedy: "Create a new link with `usance dashboard link`, or sign in with an API key.",
};

export const messageNotValid: RefusalTerms = {
  kind: "invalid",
  code: "sign_in_message_invalid",
  param: "message",
  message: "This message is not one to sign in with.",
  meaning:
    "The message is not the one that `dashboard.walletMessage` returned for this address, it is older than five minutes, or it was used already.",
  remedy: "Get a new message and sign it.",
};

export const notSignedByWallet: RefusalTerms = {
  kind: "invalid",
  code: "sign_in_signature_invalid",
  param: "signature",
  message: "The signature is not of this wallet.",
  meaning: "The signature is not one of the message by the wallet that the message names.",
  remedy: "Sign the message with the wallet that the message names.",
};

export const noServicePaysWallet: RefusalTerms = {
  kind: "forbidden",
  code: "not_a_payout_address",
  message: "No service is paid to this wallet.",
  meaning:
    "No service, or not the service with `serviceId`, has the wallet as its `payoutAddress`.",
  remedy: "Sign in with an API key, or with the wallet that a service is paid to.",
};

export const severalSellersPaid: RefusalTerms = {
  kind: "conflict",
  code: "payout_address_of_several_sellers",
  param: "serviceId",
  message: "Several sellers are paid to this wallet: name a service.",
  meaning: "Services of more than one seller have this `payoutAddress`.",
  remedy: "Send the `serviceId` of one of the seller's services.",
};

export const OpenLink = request({
  linkToken: requiredId().meta({
    description: "The part of the session's `url` after the `#`",
    example: "mJ5vXl0uYp2cQm8tWfR7sKd1aBz4nEo6iGh9yTq3jLw",
  }),
});

export const WalletQuery = request({
  address: evmAddress().meta({ description: "Address of the wallet that will sign" }),
});

const message = (maxLength: number) =>
  requiredText(maxLength).meta({
    description: "The message to sign (ERC-4361)",
    example: "usance.example.com wants you to sign in with your Ethereum account: …",
  });

export const OneWalletMessage = z.object({
  walletMessage: z
    .object({
      message: z.string().meta({
        description: "The message to sign (ERC-4361). It names this dashboard and the wallet",
        example: "usance.example.com wants you to sign in with your Ethereum account: …",
      }),
      expiresAt: timeOut().meta({ description: "When the message can no longer be used" }),
    })
    .meta({ id: "WalletMessage", description: "A message that a wallet signs to sign in." }),
});

export const WalletSignIn = request({
  message: message(2_048),
  signature: signature().meta({ description: "The wallet's signature of the message" }),
  serviceId: optionalId().meta({
    description:
      "Id of a service that is paid to the wallet. Required if services of several sellers are paid to it",
  }),
});

export const Nothing = request({}).prefault({});

export const OneSignOut = z.object({
  signOut: z
    .object({ at: timeOut().meta({ description: "When the session ended" }) })
    .meta({ id: "SignOut", description: "The end of a session at the dashboard." }),
});
