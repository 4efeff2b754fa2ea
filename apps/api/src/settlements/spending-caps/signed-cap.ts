import type { Prisma } from "../../db/generated/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { findSpendingCap } from "./store.ts";

interface SignedLimit {
  readonly amount: Prisma.Decimal;
  readonly validUntil: Date;
}

/** The limit of the cap that was signed for a subscription, without asking the chain; null if none was. */
export async function signedLimitOf(
  { db }: Pick<Parts, "db">,
  subscriptionId: string,
): Promise<SignedLimit | null> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null) return null;
  return { amount: cap.amount, validUntil: new Date(Number(cap.validUntil) * 1_000) };
}
