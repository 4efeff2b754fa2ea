import type { z } from "zod";
import { Refusal } from "../../../kit/refusal.ts";
import { NewApiKey, OneNewApiKey, widerThanItsMaker } from "../../../schemas/api-keys.ts";
import { userNotFound } from "../../../schemas/users.ts";
import { checkNotWider, type Maker, makerOf } from "../../access/auth/maker.ts";
import { getUser } from "../../access/users/identify-user.ts";
import { write } from "../../define.ts";
import type { Writing } from "../../work.ts";
import { type IssuedApiKey, issueApiKey } from "./issue-api-key.ts";

export const createApiKey = write("POST /api-keys", {
  name: "apiKeys.create",
  summary: "Create an API key",
  description:
    "Returns the secret of the new key. It is shown only once. A new key cannot exceed the key that creates it: in seller, scopes and expiry.",
  status: 201,
  refusals: { widerThanItsMaker, userNotFound: userNotFound("userId") },
  input: NewApiKey,
  output: OneNewApiKey,
  changesKeys: true,
  run: async (work, input) => ({ apiKey: await makeApiKey(work, makerOf(work.by), input) }),
});

/**
 * Creates a key that does not exceed its maker. The command line creates keys with it too.
 *
 * @throws Refusal when the key would have another seller, more scopes or a later expiry
 */
export async function makeApiKey(
  { tx, tenant, now }: Pick<Writing, "tx" | "tenant" | "now">,
  maker: Maker,
  { name, ...input }: z.output<typeof NewApiKey>,
): Promise<IssuedApiKey> {
  const scopes = input.scopes ?? maker.scopes;
  const expiresAt = input.expiresAt ?? maker.expiresAt;
  const userId = await sellerOf({ db: tx, tenant }, input.userId);
  checkNotWider(maker, { scopes, expiresAt });
  const terms = { name, userId, scopes, expiresAt, maker };
  return issueApiKey({ db: tx, now }, terms);
}

/** The seller of the new key. A seller's key can create only keys of the same seller. */
async function sellerOf(
  { db, tenant }: Pick<Writing, "db" | "tenant">,
  userId: string | undefined,
): Promise<string | null> {
  if (userId === undefined) return tenant;
  if (tenant !== null && userId !== tenant) throw new Refusal(userNotFound("userId"));
  return (await getUser({ db, tenant }, userId, "userId")).id;
}
