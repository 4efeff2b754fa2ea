import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { spendingCapNotFound } from "../../schemas/spending-caps.ts";
import { findSpendingCap, type SpendingCapRow } from "./store.ts";

/** The cap of a subscription, as it is stored. @throws Refusal 404 when none was signed */
export async function requireSpendingCap(
  { db }: Pick<Parts, "db">,
  subscriptionId: string,
): Promise<SpendingCapRow> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null) throw new Refusal(spendingCapNotFound);
  return cap;
}
