import { z } from "zod";
import { addressOut, component, createdAt, id, timeOut } from "../kit/answers.ts";
import { signature } from "../kit/evm-fields.ts";
import { request, requiredId, requiredText } from "../kit/fields.ts";
import type { RefusalTerms } from "../kit/refusal.ts";

/** A session without its secrets. */
export const DashboardSession = component(
  "DashboardSession",
  "A person's session at the dashboard.",
  {
    id: id(),
    ownerId: id().nullable().meta({
      description:
        "Id of the seller whose records the session can see; null: it acts for the platform and sees the records of every seller",
    }),
    apiKeyId: id().meta({
      description:
        "Id of the API key or the wallet grant whose rights the session has. The session ends when this does. `bootstrap`: the key in the server's configuration",
    }),
    walletAddress: addressOut().nullable().meta({
      description:
        "Address of the wallet of the grant; null: the session has the rights of an API key",
      example: null,
    }),
    createdInSession: id().nullable().meta({
      description:
        "Id of the dashboard session in which it was created, and with which it ends; null: none",
      example: null,
    }),
    scopes: z.array(z.string()).meta({
      description: "Scopes of the session: those of its key or wallet grant",
      example: ["*"],
    }),
    createdAt: createdAt(),
    openedAt: timeOut().nullable().meta({
      description: "When the session's link was opened; null: not yet",
      example: null,
    }),
    expiresAt: timeOut().meta({
      description:
        "When the session ends: ten minutes after its creation if it is not opened, and 12 hours after it was opened, or earlier with its key, its wallet grant or the session in which it was created",
      example: "2026-01-31T12:10:00.000Z",
    }),
    revokedAt: timeOut().nullable().meta({
      description:
        "When the session was revoked or signed out, or its key, its wallet grant or the session in which it was created was; null: none of these",
      example: null,
    }),
  },
);

export const OneDashboardSession = z.object({ dashboardSession: DashboardSession });

export const ownPageOnly: RefusalTerms = {
  kind: "forbidden",
  code: "not_from_dashboard",
  message: "Only the dashboard's own page may make this call.",
  meaning:
    "The header `Usance-Dashboard: 1` is missing, or the browser says that another site made the call.",
  remedy: "Open the dashboard at its own address.",
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

export const OpenLink = request({
  linkToken: requiredId().meta({
    description: "The part of the session's `url` after the `#`",
    example: "mJ5vXl0uYp2cQm8tWfR7sKd1aBz4nEo6iGh9yTq3jLw",
  }),
});

const message = (maxLength: number) =>
  requiredText(maxLength).meta({
    description: "The message to sign (ERC-4361)",
    example: "usance.example.com wants you to sign in with your Ethereum account: …",
  });

export const SignedMessage = request({
  message: message(2_048),
  signature: signature().meta({ description: "The wallet's signature of the message" }),
});

const SignedInSeller = component("SignedInSeller", "The seller whose records a session shows.", {
  id: id(),
  name: z.string().nullable().meta({ description: "Name; null: not given", example: "Ada" }),
  email: z.string().meta({ description: "E-mail address", example: "ada@example.com" }),
});

export const shownSeller = SignedInSeller.nullable().meta({
  description: "The seller whose records are shown; null: the platform, with those of every seller",
});

export const Nothing = request({}).prefault({});
