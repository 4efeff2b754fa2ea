import { z } from "zod";
import { findHoldsAsked, type HoldView } from "../../balances/hold-store.ts";
import { dateTime, positiveDecimal, request, requiredId, requiredKey } from "../../kit/fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { upToDate } from "../../operation/ports/due.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { balanceFrozen, balanceNotFound, balanceTooLow } from "../../schemas/balances.ts";
import {
  holdKeyUsed,
  holdNotFound,
  holdNotHeld,
  holdTooLong,
  OneHold,
} from "../../schemas/holds.ts";
import { holdOnce } from "./hold-once.ts";

export type { HoldView };

/**
 * Loads a hold as of now, in one statement with the holds of concurrent requests.
 *
 * @throws Refusal 404 when the tenant has no such hold
 */
function loadHold(
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

/** The inputs are compiled, because callers that stream hold and commit for each call. */
const HoldId = z.compile(request({ holdId: requiredId() }));

export const getHold = read("GET /holds/{holdId}", {
  name: "holds.get",
  summary: "Get a hold",
  description:
    "Returns the hold as of now: after its `expiresAt`, a hold that was not ended is `EXPIRED`.",
  refusals: { holdNotFound },
  input: HoldId,
  output: OneHold,
  run: async (work, { holdId }) => ({ hold: await loadHold(work, holdId) }),
});

const newHold = request({
  balanceId: requiredId().meta({ description: "Id of the balance" }),
  key: requiredKey(255).meta({
    description:
      "Names the call. A balance has one hold per key: the same key with the same fields returns the same hold",
    example: "completion:7f3a",
  }),
  amount: positiveDecimal().meta({
    description:
      "Amount to set aside, in USDC with at most six decimal places: the max cost of the call",
    example: "0.500000",
  }),
  expiresAt: dateTime().meta({
    description:
      "When the amount is given back unless the hold was committed or released: at most 24 hours from now",
  }),
});

export const placeHold = write("POST /holds", {
  name: "holds.create",
  summary: "Hold a part of a balance",
  description:
    "Sets the max cost of a call aside before you make the call. Then commit the actual cost, or release the hold. If you do neither, the amount is given back at `expiresAt`. The same key and fields return the same hold, so after a time-out you can safely send it again.",
  status: 201,
  refusals: { balanceNotFound, holdKeyUsed, holdTooLong, balanceFrozen, balanceTooLow },
  transaction: "own", // one transaction for a batch of holds, which remember their keys and who placed them
  input: z.compile(newHold),
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async ({ change }) => {
      const { tenant, by } = work;
      const { hold, why } = await change({ ...input, tenant, apiKeyId: by.keyId });
      if (hold === null || why !== null) throw new Refusal(why ?? balanceNotFound);
      return hold;
    }),
});

export const releaseHold = write("POST /holds/{holdId}/release", {
  name: "holds.release",
  summary: "Release a hold",
  description:
    "Gives back the whole amount, for example because the call was not made. Sending it again is safe: a released hold is returned unchanged.",
  refusals: { holdNotFound, holdNotHeld: holdNotHeld("COMMITTED") },
  transaction: "own", // one transaction for a batch of holds
  input: HoldId,
  output: OneHold,
  run: (work, { holdId: id }) =>
    holdOnce(work, async ({ change }) => {
      const { hold, why } = await change({ id, tenant: work.tenant, commit: null });
      if (hold === null) throw new Refusal(holdNotFound);
      if (why !== null && hold.status !== "RELEASED") throw new Refusal(why);
      return hold;
    }),
});
