import type { z } from "zod";
import type { ApiKey } from "../../../db/generated/client.ts";
import { flag, request, requiredId, wholeNumber } from "../../../kit/fields.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import {
  apiKeyNotFound,
  OneApiKey,
  OneNewApiKey,
  widerThanItsMaker,
} from "../../../schemas/api-keys.ts";
import { noteWrites, writeOf } from "../../access/audit/note-write.ts";
import { isActive } from "../../access/auth/api-key.ts";
import { endCredential } from "../../access/auth/check-again.ts";
import { awaitWritesOf } from "../../access/auth/key-lives.ts";
import { checkNotWider, type Maker, makerOf } from "../../access/auth/maker.ts";
import type { Made } from "../../access/auth/store.ts";
import { write } from "../../define.ts";
import type { Writing } from "../../work.ts";
import { issueApiKey, requireApiKey } from "./api-keys.ts";
import { endApiKey } from "./store.ts";

const name = "apiKeys.revoke";

const ApiKeyRevocation = request({
  apiKeyId: requiredId(),
  descendants: flag({ ifAbsent: true }).meta({
    description:
      "`false`: keeps the keys and wallet grants that it created. By default, they are revoked with it, and so are those that they created",
    example: false,
  }),
});

export const revokeApiKey = write("DELETE /api-keys/{apiKeyId}", {
  name,
  summary: "Revoke an API key",
  description:
    "The key stops working within a second, and none of its writes commits after this answer; usage events that it has just sent may still be recorded within that second. Revoking it again returns the same answer. A key cannot revoke a key that exceeds it. All keys and wallet grants that it created, directly or through others, are revoked in the same transaction, and so are those of the keys that it replaced and that have ended, unless you send `descendants=false`. Its dashboard sessions and portal links always end with it.",
  refusals: { widerThanItsMaker, apiKeyNotFound },
  input: ApiKeyRevocation,
  output: OneApiKey,
  changesKeys: true,
  run: async (work, input) => {
    const { key, descendants } = await revokeKeys(work, makerOf(work.by), input);
    await noteWrites(work, writeOf(work, name), descendants);
    return { apiKey: key };
  },
});

/** A revoked key, and the credentials that were revoked with it. */
interface RevokedKeys {
  readonly key: ApiKey;
  readonly descendants: readonly Made[];
}

/**
 * Revokes a key and, unless they are to stay, its descendants. The command line revokes keys with it too.
 *
 * @throws Refusal 403 when one of them exceeds the key that revokes them
 */
export async function revokeKeys(
  { tx, tenant, clock }: Pick<Writing, "tx" | "tenant" | "clock">,
  maker: Maker,
  { apiKeyId, descendants: withDescendants }: z.output<typeof ApiKeyRevocation>,
): Promise<RevokedKeys> {
  const key = await requireApiKey({ db: tx, tenant }, apiKeyId);
  const keeps = withDescendants ? "nothing" : "everything";
  const descendants = await endCredential({ tx, clock }, maker, key, { keeps });
  return { key: await requireApiKey({ db: tx, tenant }, apiKeyId), descendants };
}

const apiKeyNotActive: RefusalTerms = {
  kind: "conflict",
  code: "api_key_not_active",
  message: "API key is not active.",
  meaning: "The key to rotate has been revoked or has expired.",
  remedy: "Create a new key instead.",
};

const thirtyDays = 30 * 24 * 60 * 60;

const ApiKeyRotation = request({
  apiKeyId: requiredId(),
  overlapSeconds: wholeNumber(0, thirtyDays).meta({
    description: "How many seconds the old key keeps working beside the new one; at most 30 days",
    example: 3600,
  }),
});

export const rotateApiKey = write("POST /api-keys/{apiKeyId}/rotate", {
  name: "apiKeys.rotate",
  summary: "Rotate an API key",
  description:
    "Returns a new key with the same seller, scopes and expiry. The old key keeps working until the overlap ends.",
  status: 201,
  location: "/api-keys",
  refusals: { widerThanItsMaker, apiKeyNotFound, apiKeyNotActive },
  input: ApiKeyRotation,
  output: OneNewApiKey,
  changesKeys: true,
  run: async (work, { apiKeyId, overlapSeconds }) => {
    const { tx, now } = work;
    const maker = makerOf(work.by);
    const old = await requireApiKey(work, apiKeyId);
    if (!isActive(old, now)) throw new Refusal(apiKeyNotActive);
    checkNotWider(maker, old);

    await awaitWritesOf(tx, [old.id]);
    const end = new Date(now.getTime() + overlapSeconds * 1_000);
    if (!(await endApiKey(tx, old, end))) throw new Refusal(apiKeyNotActive);
    const { name, userId, scopes, expiresAt, id: replacesId } = old;
    const terms = { name, userId, scopes, expiresAt, replacesId, maker };
    return { apiKey: await issueApiKey(work, terms) };
  },
});
