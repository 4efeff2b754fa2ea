import type { z } from "zod";
import { noteWrites } from "../../access/audit/note-write.ts";
import { awaitWritesOf } from "../../access/auth/key-locks.ts";
import {
  ApiKeyRevocation,
  apiKeyNotFound,
  OneApiKey,
  widerThanItsMaker,
} from "../../contract/api-keys.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { requireApiKey } from "./get-api-key.ts";
import { checkNotWider, type KeyMaker, makerOf } from "./key-maker.ts";
import { type DescendantKey, findDescendants, markRevoked } from "./store.ts";

const name = "apiKeys.revoke";

export const revokeApiKey = write("DELETE /api-keys/{apiKeyId}", {
  name,
  summary: "Revoke an API key",
  description:
    "The key stops working within a second, and none of its writes commits after this answer; usage events that it has just sent may still be recorded within that second. Revoking it again returns the same answer. A key cannot revoke a key that exceeds it. With `descendants=true`, all keys that it created, directly or through other keys, are revoked in the same transaction.",
  refusals: { widerThanItsMaker, apiKeyNotFound },
  input: ApiKeyRevocation,
  output: OneApiKey,
  changesKeys: true,
  run: async (work, input) => {
    const { by, request } = work;
    const { key, descendants } = await revokeKeys(work, makerOf(by), input);
    const written = {
      apiKeyId: by.keyId,
      tenant: by.tenant,
      operation: name,
      requestId: request.id,
    };
    await noteWrites(work, written, descendants);
    return { apiKey: key };
  },
});

/** A revoked key, and the keys that were revoked with it. */
interface RevokedKeys {
  readonly key: ApiKey;
  readonly descendants: readonly DescendantKey[];
}

/**
 * Revokes a key and, on request, its descendants. They stop working in every process within a second, and none of
 * their writes commits afterwards. Revoking again returns the same. The command line revokes keys with it too.
 *
 * @throws Refusal 403 when one of the keys exceeds the key that revokes them
 */
export async function revokeKeys(
  { tx, tenant, clock }: Pick<Writing, "tx" | "tenant" | "clock">,
  maker: KeyMaker,
  { apiKeyId, descendants: withDescendants }: z.output<typeof ApiKeyRevocation>,
): Promise<RevokedKeys> {
  const key = await requireApiKey({ db: tx, tenant }, apiKeyId);
  const descendants = withDescendants ? await findDescendants(tx, key.id) : [];
  const all = [key, ...descendants];
  for (const one of all) checkNotWider(maker, one);

  const ids = all.map(({ id }) => id);
  await awaitWritesOf(tx, ids);
  // The time after the wait: the writes that were waited for come before the revocation.
  await markRevoked(tx, ids, clock.now());
  return { key: await requireApiKey({ db: tx, tenant }, apiKeyId), descendants };
}
