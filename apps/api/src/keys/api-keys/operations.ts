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
import { read, write } from "../../operation/define.ts";
import { createApiKey, makerOf } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";

const OneApiKey = z.object({ apiKey: ApiKey });
const OneNewApiKey = z.object({ apiKey: ApiKeyWithSecret });

export const apiKeys = {
  create: write("POST /api-keys", {
    name: "apiKeys.create",
    summary: "Create an API key",
    description:
      "Answers with the key itself, once: it cannot be read again. A key makes no key wider than itself: in seller, in scopes, in time.",
    status: 201,
    refusals: { notAllowed, referencedRecordNotFound },
    input: NewApiKey,
    output: OneNewApiKey,
    changesKeys: true,
    run: async (work, input) => ({
      apiKey: await createApiKey(work, makerOf(work.by), input),
    }),
  }),

  list: read("GET /api-keys", {
    name: "apiKeys.list",
    summary: "List API keys, newest first",
    description: "Without the keys themselves: by their names, and how they begin and end.",
    input: ApiKeyQuery,
    output: ApiKeyPage,
    run: async (work, input) => {
      const { rows: apiKeys, next: nextCursor } = await listApiKeys(work, input);
      return { apiKeys, nextCursor };
    },
  }),

  get: read("GET /api-keys/{apiKeyId}", {
    name: "apiKeys.get",
    summary: "Get an API key",
    description: "Without the key itself, which was shown once.",
    refusals: { apiKeyNotFound },
    input: ApiKeyId,
    output: OneApiKey,
    run: async (work, input) => ({ apiKey: await getApiKey(work, input.apiKeyId) }),
  }),

  rotate: write("POST /api-keys/{apiKeyId}/rotate", {
    name: "apiKeys.rotate",
    summary: "Rotate an API key",
    description:
      "Answers with a new key that may do the same. The old one works on beside it until the overlap ends.",
    status: 201,
    location: "/api-keys",
    refusals: { notAllowed, apiKeyNotFound, apiKeyNotActive },
    input: ApiKeyRotation,
    output: OneNewApiKey,
    changesKeys: true,
    run: async (work, input) => ({
      apiKey: await rotateApiKey(work, makerOf(work.by), input),
    }),
  }),

  revoke: write("DELETE /api-keys/{apiKeyId}", {
    name: "apiKeys.revoke",
    summary: "Revoke an API key",
    description:
      "It stops working within a second, and none of its writes is done after this answer; the last usage events that it has sent may be recorded within that second. Sent again, it answers the same. A key revokes no key that is wider than itself. With `descendants=true` the keys that it has made, directly or through others, are revoked in the same transaction.",
    refusals: { notAllowed, apiKeyNotFound },
    input: ApiKeyRevocation,
    output: OneApiKey,
    changesKeys: true,
    run: async (work, input) => {
      const { tx, now: at, by, request } = work;
      const { key, descendants } = await revokeApiKey(work, makerOf(by), input);
      const operation = "apiKeys.revoke";
      const written = {
        apiKeyId: by.keyId,
        tenant: by.tenant,
        operation,
        requestId: request.id,
        at,
      };
      await noteWrites(tx, written, descendants);
      return { apiKey: key };
    },
  }),
};
