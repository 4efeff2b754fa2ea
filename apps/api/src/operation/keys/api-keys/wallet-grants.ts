import { z } from "zod";
import type { ApiKey as ApiKeyRow } from "../../../db/generated/client.ts";
import { addressOut, component } from "../../../kit/answers.ts";
import { checkedAddress, inLowerCase } from "../../../kit/evm-fields.ts";
import { listOf, oneOf, request, requiredId, requiredName } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../../kit/refusal.ts";
import { ApiKey, NewApiKey, widerThanItsMaker } from "../../../schemas/api-keys.ts";
import { scopes } from "../../../schemas/nouns.ts";
import { noteWrites, writeOf } from "../../access/audit/note-write.ts";
import { endCredential } from "../../access/auth/check-again.ts";
import { checkNotWider, makerOf } from "../../access/auth/maker.ts";
import { read, write } from "../../define.ts";
import type { CoreParts } from "../../ports/parts.ts";
import { keyRow } from "./api-keys.ts";
import { findApiKey, findApiKeys, insertApiKey } from "./store.ts";

/*
 * A wallet grant lets a wallet sign in to the dashboard. It is stored as a key whose secret is the wallet's signature, so
 * that it ends as keys do.
 */

const walletGrantNotFound = recordNotFound("wallet_grant_not_found", "walletGrantId");

const WalletGrantId = request({ walletGrantId: requiredId() });

const WalletGrant = component("WalletGrant", "A wallet that may sign in to the dashboard.", {
  id: ApiKey.shape.id,
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
  ...ApiKey.pick({ createdBy: true, createdInSession: true, createdAt: true }).shape,
  expiresAt: ApiKey.shape.expiresAt.meta({
    description: "When the grant expires, and its sessions end; null: never",
    example: null,
  }),
  revokedAt: ApiKey.shape.revokedAt.meta({
    description: "When the grant was revoked; its sessions end within a second. null: not revoked",
    example: null,
  }),
});

const OneWalletGrant = z.object({ walletGrant: WalletGrant });

export const getWalletGrant = read("GET /wallet-grants/{walletGrantId}", {
  name: "walletGrants.get",
  summary: "Get a wallet grant",
  description: "Says which wallet may sign in, with which scopes, and until when.",
  refusals: { walletGrantNotFound },
  input: WalletGrantId,
  output: OneWalletGrant,
  run: async (work, { walletGrantId }) => ({
    walletGrant: shownGrant(await requireWalletGrant(work, walletGrantId)),
  }),
});

/** @throws Refusal 404 when the tenant has no such grant */
async function requireWalletGrant({ db, tenant }: CoreParts, id: string): Promise<ApiKeyRow> {
  const grant = await findApiKey(db, id, tenant, { ofGrants: true });
  if (grant === null) throw new Refusal(walletGrantNotFound);
  return grant;
}

/** A grant as callers see it. */
function shownGrant(grant: ApiKeyRow): z.input<typeof OneWalletGrant>["walletGrant"] {
  const { walletAddress } = grant;
  if (walletAddress === null) throw new Error(`The key ${grant.id} is not a wallet grant.`);
  return { ...grant, walletAddress };
}

const NewWalletGrant = request({
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

export const createWalletGrant = write("POST /wallet-grants", {
  name: "walletGrants.create",
  summary: "Let a wallet sign in to the dashboard",
  description:
    "The wallet signs a message to sign in, without an API key. Its sessions have the seller of the calling key and these scopes, which cannot exceed those of the calling key. The grant ends when it expires or is revoked, and when the key that created it is revoked.",
  status: 201,
  refusals: { widerThanItsMaker },
  input: NewWalletGrant,
  output: OneWalletGrant,
  changesKeys: true,
  run: async ({ tx, tenant, by, now }, { name, scopes, ...input }) => {
    const maker = makerOf(by);
    const expiresAt = input.expiresAt ?? maker.expiresAt;
    checkNotWider(maker, { scopes, expiresAt });
    const walletAddress = inLowerCase(input.walletAddress);
    const grant = await insertApiKey(tx, {
      ...keyRow({ name, userId: tenant, scopes, expiresAt, maker }, now),
      walletAddress,
      start: walletAddress.slice(0, 6),
      lastFour: walletAddress.slice(-4),
    });
    return { walletGrant: shownGrant(grant) };
  },
});

export const listWalletGrants = read("GET /wallet-grants", {
  name: "walletGrants.list",
  summary: "List wallet grants, newest first",
  description: "Includes expired and revoked ones.",
  input: request(page("wallet-grants")).prefault({}),
  output: pageOf("walletGrants", WalletGrant, "wallet-grants"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findApiKeys(db, tenant, query, { ofGrants: true });
    return { walletGrants: rows.map(shownGrant), nextCursor: next };
  },
});

const name = "walletGrants.revoke";

export const revokeWalletGrant = write("DELETE /wallet-grants/{walletGrantId}", {
  name,
  summary: "Revoke a wallet grant",
  description:
    "The wallet can no longer sign in. Its sessions end within a second, and so do the keys, grants and links that were created in them. Revoking it again returns the same answer. A key cannot revoke a grant that exceeds it.",
  refusals: { widerThanItsMaker, walletGrantNotFound },
  input: WalletGrantId,
  output: OneWalletGrant,
  changesKeys: true,
  run: async (work, { walletGrantId }) => {
    const grant = await requireWalletGrant(work, walletGrantId);
    const ended = await endCredential(work, makerOf(work.by), grant);
    await noteWrites(work, writeOf(work, name), ended);
    return { walletGrant: shownGrant(await requireWalletGrant(work, walletGrantId)) };
  },
});
