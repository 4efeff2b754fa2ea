import type { z } from "zod";
import { bootstrapKeyId } from "../../access/auth/api-key.ts";
import { getUser } from "../../access/users/identify-user.ts";
import type { NewApiKey } from "../../contract/api-keys.ts";
import { holds } from "../../contract/nouns.ts";
import { notAllowed, Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import type { KeyParts } from "./get-api-key.ts";
import { type IssuedApiKey, issueApiKey } from "./issue-api-key.ts";

/** How far a key goes. */
interface Reach {
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** The key that makes, rotates or revokes another. */
export interface Maker extends Reach {
  /** null: it has no record, as the command line and the bootstrap key. */
  readonly id: string | null;
}

/** @returns the caller of a write as the maker of keys */
export const makerOf = ({
  keyId,
  scopes,
  expiresAt,
}: Reach & { readonly keyId: string }): Maker => ({
  id: keyId === bootstrapKeyId ? null : keyId,
  scopes,
  expiresAt,
});

/** Makes a key that is no wider than its maker: in tenant, in scopes and in time. */
export async function createApiKey(
  parts: KeyParts,
  maker: Maker,
  input: z.output<typeof NewApiKey>,
): Promise<IssuedApiKey> {
  const scopes = input.scopes ?? maker.scopes;
  const expiresAt = input.expiresAt ?? maker.expiresAt;
  const userId = await tenantOf(parts, input.userId);
  checkNotWider(maker, { scopes, expiresAt });
  const { name } = input;
  return issueApiKey(parts, { name, userId, scopes, expiresAt, createdBy: maker.id });
}

/** @throws Refusal 403 when a key may do what its maker may not, or works longer */
export function checkNotWider(maker: Reach, made: Reach): void {
  const holdsAll = made.scopes.every((scope) => holds(maker.scopes, scope));
  const endsInTime =
    maker.expiresAt === null || (made.expiresAt !== null && made.expiresAt <= maker.expiresAt);
  if (!holdsAll || !endsInTime) throw new Refusal(notAllowed);
}

/** For a seller there is no other tenant than itself. */
async function tenantOf(
  { db, tenant }: KeyParts,
  userId: string | undefined,
): Promise<string | null> {
  if (userId === undefined) return tenant;
  if (tenant !== null && userId !== tenant) throw new Refusal(referencedRecordNotFound);
  return (await getUser(db, userId, tenant)).id;
}
