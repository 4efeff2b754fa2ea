import { z } from "zod";
import { addressOut } from "../kit/answers.ts";
import { checkedAddress } from "../kit/evm-fields.ts";
import { listOf, oneOf, request, requiredId, requiredName } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { recordNotFound } from "../kit/refusal.ts";
import { ApiKey, NewApiKey } from "./api-keys.ts";
import { scopes } from "./nouns.ts";

/*
 * A wallet grant lets a wallet sign in to the dashboard. It is stored as a key whose secret is the wallet's signature, so
 * that it ends as keys do.
 */

export const walletGrantNotFound = recordNotFound({
  code: "wallet_grant_not_found",
  param: "walletGrantId",
  message: "Wallet grant was not found.",
});

export const NewWalletGrant = request({
  name: requiredName(200).meta({
    description: "Name of the grant, by which you recognize it in lists",
    example: "Ada, bookkeeping",
  }),
  walletAddress: checkedAddress().meta({ description: "Address of the wallet that may sign in" }),
  scopes: listOf(oneOf(scopes), scopes.length).meta({
    description: "Scopes of the sessions that the wallet opens, at most those of the calling key",
    example: ["services:read", "invoices:read"],
  }),
  expiresAt: NewApiKey.shape.expiresAt.meta({
    description:
      "When the grant expires, at the latest when the calling key does. Default: the same time",
    example: "2027-01-31T12:00:00.000Z",
  }),
});

export const WalletGrantId = request({ walletGrantId: requiredId() });

export const WalletGrantQuery = request(page("wallet-grants")).prefault({});

const { id, createdBy, createdInSession, createdAt, expiresAt } = ApiKey.shape;

const WalletGrant = z
  .object({
    id,
    name: z.string().meta({ description: "Name of the grant", example: "Ada, bookkeeping" }),
    userId: ApiKey.shape.userId.meta({
      description:
        "Id of the seller whose records the wallet's sessions see; null: the platform, which covers every seller",
    }),
    walletAddress: addressOut().meta({ description: "Address of the wallet that may sign in" }),
    scopes: z.array(z.string()).meta({
      description: "Scopes of the sessions that the wallet opens",
      example: ["services:read", "invoices:read"],
    }),
    createdBy,
    createdInSession,
    createdAt,
    expiresAt: expiresAt.meta({
      description: "When the grant expires, and its sessions end; null: never",
      example: null,
    }),
    revokedAt: ApiKey.shape.revokedAt.meta({
      description:
        "When the grant was revoked; its sessions end within a second. null: not revoked",
      example: null,
    }),
  })
  .meta({ id: "WalletGrant", description: "A wallet that may sign in to the dashboard." });

export const OneWalletGrant = z.object({ walletGrant: WalletGrant });

export const WalletGrantPage = z.object({
  walletGrants: z.array(WalletGrant).meta({ description: "Newest first" }),
  nextCursor: nextCursor("wallet-grants"),
});
