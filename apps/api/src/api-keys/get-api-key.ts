import type { ApiKey } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { apiKeyNotFound } from "./errors.ts";
import { findApiKey } from "./store.ts";

/** What operations on keys work with: the operator's command has no more. */
export type KeyParts = Pick<Parts, "db" | "clock" | "tenant">;

export async function getApiKey({ db, tenant }: KeyParts, id: string): Promise<ApiKey> {
  const key = await findApiKey(db, id, tenant);
  if (key === null) throw new Refusal(apiKeyNotFound);
  return key;
}
