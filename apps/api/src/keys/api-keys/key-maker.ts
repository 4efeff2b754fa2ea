import { bootstrapKeyId } from "../../access/auth/api-key.ts";
import type { Caller } from "../../access/auth/authenticate.ts";
import { widerThanItsMaker } from "../../contract/api-keys.ts";
import { holds } from "../../contract/nouns.ts";
import { Refusal } from "../../lib/refusal.ts";

/** What a key may do, and until when. */
interface KeyReach {
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** The key that creates, rotates or revokes another key. */
export interface KeyMaker extends KeyReach {
  /** null: the command line or the bootstrap key, which have no record. */
  readonly id: string | null;
}

/** The caller of a write as a maker of keys. */
export function makerOf({ keyId, scopes, expiresAt }: Caller): KeyMaker {
  return { id: keyId === bootstrapKeyId ? null : keyId, scopes, expiresAt };
}

/** @throws Refusal 403 when a key has a scope that its maker lacks, or expires later */
export function checkNotWider(maker: KeyReach, made: KeyReach): void {
  const holdsAll = made.scopes.every((scope) => holds(maker.scopes, scope));
  const endsInTime =
    maker.expiresAt === null || (made.expiresAt !== null && made.expiresAt <= maker.expiresAt);
  if (!holdsAll || !endsInTime) throw new Refusal(widerThanItsMaker);
}
