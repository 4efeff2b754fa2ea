import { z } from "zod";
import { loadBalance } from "../../balances/load-balance.ts";
import type { AutoTopUp as AutoTopUpRow } from "../../db/generated/client.ts";
import { omittable, positiveDecimal, signedDecimal } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { AutoTopUp, BalanceId, balanceNotFound } from "../../schemas/balances.ts";
import { deleteAutoTopUp, findAutoTopUp, putAutoTopUp } from "./store.ts";

/** An auto-top-up as callers see it, with the service of its balance. */
export type AutoTopUpView = Omit<AutoTopUpRow, "status"> & {
  readonly status: AutoTopUpRow["status"] | "PAUSED";
  readonly serviceId: string;
};

/**
 * Returns an auto-top-up as callers see it: `PAUSED` until its daily limit allows the next top-up, by the time of its
 * service.
 */
export async function showAutoTopUp(
  { db, times }: SettlementParts,
  autoTopUp: AutoTopUpRow,
  serviceId: string,
): Promise<AutoTopUpView> {
  const { pausedUntil, perDayAtMost } = autoTopUp;
  if (pausedUntil === null || pausedUntil <= (await times.of(db, serviceId))) {
    return { ...autoTopUp, pausedUntil: null, serviceId };
  }
  const stoppedReason = `The limit of ${perDayAtMost.toFixed(6)} USDC in 24 hours is reached.`;
  return { ...autoTopUp, status: "PAUSED", stoppedReason, serviceId };
}

const autoTopUpNotFound: RefusalTerms = {
  kind: "not_found",
  code: "auto_top_up_not_found",
  message: "Balance has no auto-top-up.",
  meaning: "The balance is not topped up automatically.",
  remedy: "Set it with `PUT /balances/{balanceId}/auto-top-up`.",
};

const OneAutoTopUp = z.object({ autoTopUp: AutoTopUp });

export const getAutoTopUp = read("GET /balances/{balanceId}/auto-top-up", {
  name: "balances.autoTopUp",
  summary: "Get a balance's auto-top-up",
  description: "Returns its terms, and why it is stopped or paused if it is.",
  refusals: { balanceNotFound, autoTopUpNotFound },
  input: BalanceId,
  output: OneAutoTopUp,
  run: async (work, { balanceId }) => ({ autoTopUp: await loadAutoTopUp(work, balanceId) }),
});

/**
 * Loads the auto-top-up of a balance. @throws Refusal 404 when the tenant has no such balance, or it has no
 * auto-top-up
 */
async function loadAutoTopUp(parts: SettlementParts, balanceId: string): Promise<AutoTopUpView> {
  const { id, serviceId } = await loadBalance(parts, balanceId);
  const autoTopUp = await findAutoTopUp(parts.db, id);
  if (autoTopUp === null) throw new Refusal(autoTopUpNotFound);
  return showAutoTopUp(parts, autoTopUp, serviceId);
}

const autoTopUpTooDear: RefusalTerms = {
  kind: "invalid",
  code: "auto_top_up_over_daily_limit",
  param: "perDayAtMost",
  message: "perDayAtMost must be at least amount.",
  meaning: "One automatic top-up would already be more than is allowed in a day.",
  remedy: "Send a larger `perDayAtMost`, or a smaller `amount`.",
};

const NewAutoTopUp = BalanceId.extend({
  below: signedDecimal(6).meta({
    description:
      "The balance is topped up when less than this is available, in USDC; below zero: when more than that is owed",
    example: "5.000000",
  }),
  amount: omittable(positiveDecimal()).meta({
    description:
      "Amount of each top-up, in USDC with at most six decimal places. Default: what is owed, at most `perDayAtMost`",
  }),
  perDayAtMost: positiveDecimal().meta({
    description: "Max total of automatic top-ups in any 24 hours, in USDC",
    example: "50.000000",
  }),
});

export const setAutoTopUp = write("PUT /balances/{balanceId}/auto-top-up", {
  name: "balances.setAutoTopUp",
  summary: "Top a balance up automatically",
  description:
    "When less than `below` is available, an invoice of `amount`, or without it of what is owed, is created and collected under the newest spending cap of the user's `ACTIVE` subscriptions that can pay it, one at a time; other top-ups that are being paid count as available. The balance is checked every minute; what is owed is collected at least daily, even if it is less than `below` says. When `perDayAtMost` is reached, automatic top-ups are `PAUSED` until the next one is allowed, and the event `balance.auto_top_up_paused` reports it. If no cap can be used, or all are used up, or a collection fails, automatic top-ups stop, and the event `balance.auto_top_up_stopped` reports it. Repeat the call to start them again.",
  refusals: { balanceNotFound, autoTopUpTooDear },
  input: NewAutoTopUp,
  output: OneAutoTopUp,
  run: async (work, { balanceId, below, amount, perDayAtMost }) => {
    if (amount !== undefined && perDayAtMost.lt(amount)) throw new Refusal(autoTopUpTooDear);
    const { id, serviceId } = await loadBalance(work, balanceId);
    const { tx, now } = work;
    const autoTopUp = await putAutoTopUp(tx, {
      id: newId(),
      balanceId: id,
      status: "ACTIVE",
      below,
      amount: amount ?? null,
      perDayAtMost,
      stoppedReason: null,
      pausedUntil: null,
      createdAt: now,
      updatedAt: now,
    });
    return { autoTopUp: { ...autoTopUp, serviceId } };
  },
});

export const removeAutoTopUp = write("DELETE /balances/{balanceId}/auto-top-up", {
  name: "balances.removeAutoTopUp",
  summary: "Stop topping a balance up automatically",
  description:
    "Returns the terms that were removed. A top-up that is under way is still collected.",
  refusals: { balanceNotFound, autoTopUpNotFound },
  input: BalanceId,
  output: OneAutoTopUp,
  run: async (work, { balanceId }) => {
    const autoTopUp = await loadAutoTopUp(work, balanceId);
    const isRemoved = await deleteAutoTopUp(work.tx, autoTopUp.balanceId);
    if (!isRemoved) throw new Refusal(autoTopUpNotFound);
    return { autoTopUp };
  },
});
