import type { ApiKey } from "../../../db/generated/client.ts";
import { ApiKeyPage, ApiKeyQuery } from "../../../schemas/api-keys.ts";
import { read } from "../../define.ts";
import type { Parts } from "../../ports/parts.ts";
import { findApiKeys, findEveryApiKey } from "./store.ts";

export const listApiKeys = read("GET /api-keys", {
  name: "apiKeys.list",
  summary: "List API keys, newest first",
  description:
    "Returns keys without their secrets. Recognize a key by its name, and by the start and end of its secret.",
  input: ApiKeyQuery,
  output: ApiKeyPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findApiKeys(db, tenant, query);
    return { apiKeys: rows, nextCursor: next };
  },
});

/** The keys of all tenants, newest first, for the command line. */
export function listEveryApiKey({ db }: Pick<Parts, "db">): Promise<ApiKey[]> {
  return findEveryApiKey(db);
}
