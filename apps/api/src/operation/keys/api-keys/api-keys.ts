import type { z } from "zod";
import type { ApiKey as ApiKeyRow } from "../../../db/generated/client.ts";
import { request, requiredId } from "../../../kit/fields.ts";
import { newId } from "../../../kit/ids.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { hashToken } from "../../../kit/tokens.ts";
import {
  ApiKey,
  apiKeyNotFound,
  NewApiKey,
  OneApiKey,
  OneNewApiKey,
  widerThanItsMaker,
} from "../../../schemas/api-keys.ts";
import { userNotFound } from "../../../schemas/users.ts";
import { newApiKey } from "../../access/auth/api-key.ts";
import { checkNotWider, type Maker, makerOf } from "../../access/auth/maker.ts";
import { getUser } from "../../access/users/identify-user.ts";
import { read, write } from "../../define.ts";
import type { Owned, Storage } from "../../ports/parts.ts";
import type { Writing } from "../../work.ts";
import { findApiKey, findApiKeys, findEveryApiKey, insertApiKey } from "./store.ts";

/** A new key with its secret, which is not stored and cannot be shown again. */
export interface IssuedApiKey extends ApiKeyRow {
  readonly secret: string;
}

/** What every new key or wallet grant has. */
export interface KeyTerms {
  readonly name: string;
  /** The seller that the key acts for; null: the platform. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly replacesId?: string;
  /** Who creates it. Default: the command line. */
  readonly maker?: Pick<Maker, "id" | "sessionId">;
}

/** Creates a key. The caller must check that its maker may create it. */
export async function issueApiKey(
  { db, now }: Pick<Writing, "db" | "now">,
  { replacesId, ...terms }: KeyTerms,
): Promise<IssuedApiKey> {
  const secret = newApiKey();
  const key = await insertApiKey(db, {
    ...keyRow(terms, now),
    hash: hashToken(secret),
    start: secret.slice(0, "usance_".length + 4),
    lastFour: secret.slice(-4),
    replacesId: replacesId ?? null,
  });
  return { ...key, secret };
}

/** The columns that a new key and a new wallet grant have. */
export function keyRow({ scopes, maker, ...terms }: Omit<KeyTerms, "replacesId">, now: Date) {
  return {
    id: newId(),
    ...terms,
    scopes: [...scopes],
    createdBy: maker?.id ?? null,
    createdInSession: maker?.sessionId ?? null,
    createdAt: now,
  };
}

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

export const getApiKey = read("GET /api-keys/{apiKeyId}", {
  name: "apiKeys.get",
  summary: "Get an API key",
  description: "Returns the key without its secret, which is shown only at creation.",
  refusals: { apiKeyNotFound },
  input: request({ apiKeyId: requiredId() }),
  output: OneApiKey,
  run: async (work, { apiKeyId }) => ({ apiKey: await requireApiKey(work, apiKeyId) }),
});

/** @throws Refusal 404 when the tenant has no such key */
export async function requireApiKey({ db, tenant }: Owned, id: string): Promise<ApiKeyRow> {
  const key = await findApiKey(db, id, tenant);
  if (key === null) throw new Refusal(apiKeyNotFound);
  return key;
}

export const listApiKeys = read("GET /api-keys", {
  name: "apiKeys.list",
  summary: "List API keys, newest first",
  description:
    "Returns keys without their secrets. Recognize a key by its name, and by the start and end of its secret.",
  input: request(page("api-keys")),
  output: pageOf("apiKeys", ApiKey, "api-keys"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findApiKeys(db, tenant, query);
    return { apiKeys: rows, nextCursor: next };
  },
});

/** The keys of all tenants, newest first, for the command line. */
export function listEveryApiKey({ db }: Storage): Promise<ApiKeyRow[]> {
  return findEveryApiKey(db);
}
