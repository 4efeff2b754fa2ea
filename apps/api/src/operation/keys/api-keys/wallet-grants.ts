import type { z } from "zod";
import type { ApiKey } from "../../../db/generated/client.ts";
import { inLowerCase } from "../../../kit/evm-fields.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import {
  NewWalletGrant,
  OneWalletGrant,
  WalletGrantId,
  WalletGrantPage,
  WalletGrantQuery,
  walletGrantNotFound,
} from "../../../schemas/wallet-grants.ts";
import { noteWrites, writeOf } from "../../access/audit/note-write.ts";
import { endCredential } from "../../access/auth/check-again.ts";
import { checkNotWider, makerOf } from "../../access/auth/maker.ts";
import { read, write } from "../../define.ts";
import type { Parts } from "../../ports/parts.ts";
import { keyRow } from "./api-keys.ts";
import { findApiKey, findApiKeys, insertApiKey } from "./store.ts";

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
async function requireWalletGrant(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<ApiKey> {
  const grant = await findApiKey(db, id, tenant, { ofGrants: true });
  if (grant === null) throw new Refusal(walletGrantNotFound);
  return grant;
}

/** A grant as callers see it. */
function shownGrant(grant: ApiKey): z.input<typeof OneWalletGrant>["walletGrant"] {
  const { walletAddress } = grant;
  if (walletAddress === null) throw new Error(`The key ${grant.id} is not a wallet grant.`);
  return { ...grant, walletAddress };
}

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
  input: WalletGrantQuery,
  output: WalletGrantPage,
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
