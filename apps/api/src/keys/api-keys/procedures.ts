import { z } from "zod";
import { noteWrites } from "../../access/audit/note-write.ts";
import {
  ApiKey,
  ApiKeyId,
  ApiKeyPage,
  ApiKeyQuery,
  ApiKeyRevocation,
  ApiKeyRotation,
  ApiKeyWithSecret,
  apiKeyNotActive,
  apiKeyNotFound,
  NewApiKey,
} from "../../contract/api-keys.ts";
import { notAllowed, referencedRecordNotFound } from "../../lib/refusal.ts";
import { changingKeys, rest, router, withKey } from "../../operation/base.ts";
import { createApiKey, makerOf } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";

const OneApiKey = z.object({ apiKey: ApiKey });
const OneNewApiKey = z.object({ apiKey: ApiKeyWithSecret });

export const apiKeys = router({
  create: changingKeys
    .meta(
      rest("POST /api-keys", "Create an API key", {
        description:
          "Answers with the key itself, once: it cannot be read again. A key makes no key wider than itself: in seller, in scopes, in time.",
        status: 201,
        refusals: { notAllowed, referencedRecordNotFound },
      }),
    )
    .input(NewApiKey)
    .output(OneNewApiKey)
    .mutation(async ({ ctx, input }) => ({
      apiKey: await createApiKey(ctx.parts, makerOf(ctx.by), input),
    })),

  list: withKey
    .meta(
      rest("GET /api-keys", "List API keys, newest first", {
        description: "Without the keys themselves: by their names, and how they begin and end.",
      }),
    )
    .input(ApiKeyQuery)
    .output(ApiKeyPage)
    .query(async ({ ctx, input }) => {
      const { rows: apiKeys, next: nextCursor } = await listApiKeys(ctx.parts, input);
      return { apiKeys, nextCursor };
    }),

  get: withKey
    .meta(
      rest("GET /api-keys/{apiKeyId}", "Get an API key", {
        description: "Without the key itself, which was shown once.",
        refusals: { apiKeyNotFound },
      }),
    )
    .input(ApiKeyId)
    .output(OneApiKey)
    .query(async ({ ctx, input }) => ({ apiKey: await getApiKey(ctx.parts, input.apiKeyId) })),

  rotate: changingKeys
    .meta(
      rest("POST /api-keys/{apiKeyId}/rotate", "Rotate an API key", {
        description:
          "Answers with a new key that may do the same. The old one works on beside it until the overlap ends.",
        status: 201,
        location: "/api-keys",
        refusals: { notAllowed, apiKeyNotFound, apiKeyNotActive },
      }),
    )
    .input(ApiKeyRotation)
    .output(OneNewApiKey)
    .mutation(async ({ ctx, input }) => ({
      apiKey: await rotateApiKey(ctx.parts, makerOf(ctx.by), input),
    })),

  revoke: changingKeys
    .meta(
      rest("DELETE /api-keys/{apiKeyId}", "Revoke an API key", {
        description:
          "It stops working within a second, and none of its writes is done after this answer; the last usage events that it has sent may be recorded within that second. Sent again, it answers the same. A key revokes no key that is wider than itself. With `descendants=true` the keys that it has made, directly or through others, are revoked in the same transaction.",
        refusals: { notAllowed, apiKeyNotFound },
      }),
    )
    .input(ApiKeyRevocation)
    .output(OneApiKey)
    .mutation(async ({ ctx, input }) => {
      const { parts, by, operation, request } = ctx;
      const { key, descendants } = await revokeApiKey(parts, makerOf(by), input);
      const at = parts.clock.now();
      const write = { apiKeyId: by.keyId, tenant: by.tenant, operation, requestId: request.id, at };
      await noteWrites(parts.db, write, descendants);
      return { apiKey: key };
    }),
});
