import type { z } from "zod";
import type { ApiKeyQuery } from "../../contract/api-keys.ts";
import type { Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import type { Page } from "../../lib/lists.ts";
import type { KeyParts } from "./get-api-key.ts";
import { findApiKeys, findEveryApiKey } from "./store.ts";

/** A page of a tenant's keys; never their secrets. */
export function listApiKeys(
  { db, tenant }: KeyParts,
  query: z.output<typeof ApiKeyQuery>,
): Promise<Page<ApiKey>> {
  return findApiKeys(db, tenant, query);
}

/** Every key of every tenant, newest first, for the operator's command. */
export function listEveryApiKey(db: Queryable): Promise<ApiKey[]> {
  return findEveryApiKey(db);
}
