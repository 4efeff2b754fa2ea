import { findHoldsAsked, type HoldView } from "../../balances/hold-store.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { upToDate } from "../../operation/ports/up-to-date.ts";
import { holdNotFound } from "../../schemas/holds.ts";

export type { HoldView };

/**
 * Loads a hold as of now, in one statement with the holds of concurrent requests.
 *
 * @throws Refusal 404 when the tenant has no such hold
 */
export function loadHold(
  { tenant, batch, db, due }: Pick<Parts, "tenant" | "batch" | "db" | "due">,
  id: string,
): Promise<HoldView> {
  const read = async () => {
    const hold = await batch.read(findHoldsAsked, { id, tenant });
    if (hold === null) throw new Refusal(holdNotFound);
    return hold;
  };
  // Its balance may have something else that is due; only what is due of the hold changes this answer.
  const timed = ({ status, balanceId, serviceId, expiresAt }: HoldView) =>
    status === "HELD" ? { balances: [{ id: balanceId, serviceId, nextDueAt: expiresAt }] } : null;
  return upToDate({ db, due }, read, timed);
}
