import type { InTransaction } from "../db/client.ts";
import type { Prisma } from "../db/generated/client.ts";
import { textOfUnits } from "../kit/money.ts";
import { announceBalance } from "./announce-balances.ts";
import type { LockedBalance } from "./book.ts";
import { setFields } from "./store.ts";

type OverdraftTerms = Pick<
  Prisma.BalanceUncheckedUpdateInput,
  "overdraftMax" | "capLeft" | "walletLeft" | "inFlight" | "lookedUpAt" | "checkedAt"
>;

/**
 * Changes the overdraft of a locked balance, which freezes it if more is in use and releases it otherwise, with the
 * events.
 *
 * @param overdraft in token units
 */
export async function setOverdraft(
  { tx, now }: InTransaction,
  { id, available, status }: Pick<LockedBalance, "id" | "available" | "status">,
  overdraft: bigint,
  terms: OverdraftTerms,
): Promise<void> {
  const next = available < -overdraft ? "FROZEN" : "ACTIVE";
  const data = {
    ...terms,
    overdraft: textOfUnits(overdraft),
    status: next,
    updatedAt: now,
  } as const;
  await setFields(tx, id, data);
  if (next === status) return;
  const type = next === "FROZEN" ? "balance.frozen" : "balance.recovered";
  await announceBalance({ tx, now }, type, id);
}
