import type { ApiKey } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { ApiKeyId, apiKeyNotFound, OneApiKey } from "../../../schemas/api-keys.ts";
import { read } from "../../define.ts";
import type { Parts } from "../../ports/parts.ts";
import { findApiKey } from "./store.ts";

export const getApiKey = read("GET /api-keys/{apiKeyId}", {
  name: "apiKeys.get",
  summary: "Get an API key",
  description: "Returns the key without its secret, which is shown only at creation.",
  refusals: { apiKeyNotFound },
  input: ApiKeyId,
  output: OneApiKey,
  run: async (work, { apiKeyId }) => ({ apiKey: await requireApiKey(work, apiKeyId) }),
});

/** @throws Refusal 404 when the tenant has no such key */
export async function requireApiKey(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<ApiKey> {
  const key = await findApiKey(db, id, tenant);
  if (key === null) throw new Refusal(apiKeyNotFound);
  return key;
}
