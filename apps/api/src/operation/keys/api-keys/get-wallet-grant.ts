import type { z } from "zod";
import type { ApiKey } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import {
  OneWalletGrant,
  WalletGrantId,
  walletGrantNotFound,
} from "../../../schemas/wallet-grants.ts";
import { read } from "../../define.ts";
import type { Parts } from "../../ports/parts.ts";
import { findApiKey } from "./store.ts";

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
export async function requireWalletGrant(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<ApiKey> {
  const grant = await findApiKey(db, id, tenant, { ofGrants: true });
  if (grant === null) throw new Refusal(walletGrantNotFound);
  return grant;
}

/** A grant as callers see it. */
export function shownGrant(grant: ApiKey): z.input<typeof OneWalletGrant>["walletGrant"] {
  const { walletAddress } = grant;
  if (walletAddress === null) throw new Error(`The key ${grant.id} is not a wallet grant.`);
  return { ...grant, walletAddress };
}
