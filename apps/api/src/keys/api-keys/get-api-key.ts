import { apiKeyNotFound } from "../../contract/api-keys.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { findApiKey } from "./store.ts";

/** What operations on keys work with: the operator's command has no more. */
export type KeyParts = Pick<Parts, "db" | "clock" | "tenant">;

export async function getApiKey({ db, tenant }: KeyParts, id: string): Promise<ApiKey> {
  const key = await findApiKey(db, id, tenant);
  if (key === null) throw new Refusal(apiKeyNotFound);
  return key;
}
