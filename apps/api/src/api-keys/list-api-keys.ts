import type { Queryable } from "../db/client.ts";
import type { ApiKey } from "../db/generated/client.ts";
import { findEveryApiKey } from "./store.ts";

/** Every key of every tenant, newest first, for the operator's command. */
export function listEveryApiKey(db: Queryable): Promise<ApiKey[]> {
  return findEveryApiKey(db);
}
