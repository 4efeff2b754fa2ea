import { Refusal } from "../../../kit/refusal.ts";
import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import { holds } from "../../../schemas/nouns.ts";
import { bootstrapKeyId } from "./api-key.ts";
import type { Caller } from "./authenticate.ts";

/** What a credential may do, and until when. */
export interface Reach {
  readonly scopes: readonly string[];
  /** null: without an end. Absent: its end is not compared, since it ends within hours. */
  readonly expiresAt?: Date | null;
}

/** Who makes, rotates or revokes a credential. */
export interface Maker extends Reach {
  /** The key; null: the command line or the bootstrap key, which have no record. */
  readonly id: string | null;
  /** The dashboard session that speaks for the key; null: none. */
  readonly sessionId: string | null;
  readonly expiresAt: Date | null;
}

/** The caller of a write as a maker of credentials. */
export function makerOf({ keyId, sessionId, scopes, expiresAt }: Caller): Maker {
  return { id: keyId === bootstrapKeyId ? null : keyId, sessionId, scopes, expiresAt };
}

/** @throws Refusal 403 when a credential has a scope that its maker lacks, or expires later */
export function checkNotWider(maker: Reach, made: Reach): void {
  const holdsAll = made.scopes.every((scope) => holds(maker.scopes, scope));
  if (!holdsAll || isLater(made.expiresAt, maker.expiresAt)) throw new Refusal(widerThanItsMaker);
}

/** Whether one end is later than the other; null is never, and an absent end is not compared. */
function isLater(one: Date | null | undefined, other: Date | null | undefined): boolean {
  if (one === undefined || other === undefined || other === null) return false;
  return one === null || one > other;
}
