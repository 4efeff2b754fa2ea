import type { z } from "zod";
import { isActive } from "../../access/auth/api-key.ts";
import { awaitWritesOf } from "../../access/auth/key-locks.ts";
import type { ApiKeyRotation } from "../../contract/api-keys.ts";
import { apiKeyNotActive } from "../../contract/api-keys.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { checkNotWider, type Maker } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { type IssuedApiKey, issueApiKey } from "./issue-api-key.ts";
import { endApiKey } from "./store.ts";

/**
 * Puts a new key in the place of another, which goes on working for a while, so that programs can
 * change over. The new one may do the same for as long, and so must whoever asks for it.
 */
export async function rotateApiKey(
  parts: Parts,
  maker: Maker,
  { apiKeyId, overlapSeconds }: z.output<typeof ApiKeyRotation>,
): Promise<IssuedApiKey> {
  const old = await getApiKey(parts, apiKeyId);
  const now = parts.clock.now();
  if (!isActive(old, now)) throw new Refusal(apiKeyNotActive);
  checkNotWider(maker, old);

  await awaitWritesOf(parts.db, [old.id]);
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  if (!(await endApiKey(parts.db, old, end))) throw new Refusal(apiKeyNotActive);
  const { name, userId, scopes, expiresAt, id: replacesId } = old;
  const createdBy = maker.id;
  return issueApiKey(parts, { name, userId, scopes, expiresAt, replacesId, createdBy });
}
