import { announceBalance } from "../balances/announce-balances.ts";
import { findAvailable } from "../balances/find-balance.ts";
import { loadBalance } from "../balances/load-balance.ts";
import { findLastAutomaticTopUp, sumAutomaticTopUpsSince } from "../balances/top-ups.ts";
import { capTerms, findUsableCap, isSignedFor } from "../billing/spending-caps/usable-cap.ts";
import { inTransaction } from "../db/client.ts";
import type { Balance } from "../db/generated/client.ts";
import { toTokenUnits } from "../lib/money.ts";
import { sweep } from "../lib/sweep.ts";
import type { Parts } from "../ports/parts.ts";
import { ChainUnavailable } from "../ports/settlement-chain.ts";
import { type DueScope, realScope } from "../ports/times.ts";
import { findNewestActiveOf } from "../subscriptions/load-subscription.ts";
import { openTopUp } from "../top-ups/open-top-up.ts";
import { findLowBalances, lockActive, stop } from "./store.ts";

type TopUpParts = Pick<
  Parts,
  "db" | "tenant" | "due" | "clock" | "log" | "checkoutUrl" | "emails" | "collector"
>;

const day = 24 * 3_600_000;

const reasons = {
  cap: "There is no spending cap that can be used.",
  used: "The spending cap is used up.",
  failed: "The last automatic top-up was not collected.",
};

/**
 * Tops up the balances that are low and have an auto-top-up. The invoices are collected like those of renewals.
 *
 * @param scope default: the balances of all services that are on no test clock
 */
export async function topUpLowBalances(
  parts: TopUpParts,
  { testClockId, now }: DueScope = realScope(parts.clock),
): Promise<void> {
  const { db, tenant, log } = parts;
  await sweep(
    (after) => findLowBalances({ db, tenant, now: now(), testClockId }, after),
    (id) => topUp(parts, id, now),
    (error, id) => {
      if (error instanceof ChainUnavailable)
        log.warn({ reason: error.reason, id }, "balance not topped up: chain unavailable");
      else log.error({ err: error, id }, "balance not topped up");
    },
  );
}

async function topUp(parts: TopUpParts, balanceId: string, time: DueScope["now"]): Promise<void> {
  const balance = await loadBalance(parts, balanceId);
  const left = await leftOfCap(parts, balance); // before the transaction, which must not wait for the chain
  await inTransaction(parts.db, async (tx) => {
    const now = time();
    const at = { ...parts, tx, now };
    const auto = await lockActive(tx, balanceId);
    if (auto === null) return;
    const last = await findLastAutomaticTopUp(tx, balanceId);
    if (last?.status === "OPEN") return; // one at a time
    // Read after it: a top-up is paid and credited by one commit, which may have happened while the chain was asked.
    if ((await findAvailable(tx, balanceId)).gte(auto.below)) return;
    const isFailed = last !== null && last.status !== "PAID" && last.createdAt > auto.updatedAt;
    const amount = toTokenUnits(auto.amount);
    const reason = isFailed
      ? reasons.failed
      : left === null
        ? reasons.cap
        : left < amount
          ? reasons.used
          : null;
    if (reason !== null) {
      await stop(tx, auto.id, reason, now);
      return announceBalance(at, "balance.auto_top_up_stopped", balanceId);
    }
    const ofDay = await sumAutomaticTopUpsSince(tx, balanceId, new Date(now.getTime() - day));
    if (ofDay.plus(auto.amount).gt(auto.perDayAtMost)) return;
    const dueAt = new Date(now.getTime() + day);
    await openTopUp(at, balance, { amount: auto.amount, dueAt, isAutomatic: true });
  });
}

/** @returns what can still be collected under the cap, in token units, as the chain says; null without a usable cap */
async function leftOfCap(
  parts: TopUpParts,
  { serviceId, userId }: Balance,
): Promise<bigint | null> {
  const subscription = await findNewestActiveOf(parts.db, { serviceId, userId });
  if (subscription === null) return null;
  const { collector } = parts;
  const cap = await findUsableCap(parts, subscription.id, parts.clock.now());
  if (cap === null || !isSignedFor(collector, cap)) return null;
  const { spent, revoked } = await collector.spendingOf(capTerms(cap, subscription.id));
  return revoked ? null : toTokenUnits(cap.amount) - spent;
}
