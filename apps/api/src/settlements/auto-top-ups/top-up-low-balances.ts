import { announceBalance } from "../../balances/announce-balances.ts";
import { owedOn } from "../../balances/balance-view.ts";
import { findAmounts, loadBalance } from "../../balances/load-balance.ts";
import {
  findAutomaticTopUpsSince,
  findLastAutomaticTopUp,
  sumTopUpsUnderWay,
} from "../../balances/store.ts";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { type AutoTopUp, Prisma } from "../../db/generated/client.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { sweep } from "../../kit/time-limit.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { type DueScope, realScope } from "../../operation/ports/times.ts";
import { lockActive } from "../../subscriptions/store.ts";
import {
  type CapInUse,
  capTerms,
  findUsableCapsOf,
  roomUnder,
} from "../spending-caps/usable-cap.ts";
import { allowanceOf } from "../spending-caps/wallet-permits.ts";
import { type BilledSubscription, openTopUp } from "../top-ups/top-ups.ts";
import { day, findAutoTopUp, findLowBalances, lockInUse, pause, stop } from "./store.ts";

const reasons = {
  cap: "There is no spending limit that can be used.",
  used: "The spending limit is used up.",
  failed: "The last automatic top-up was not collected.",
};

/**
 * Tops up the balances that are low and have an auto-top-up. The invoices are collected like those of renewals.
 *
 * @param scope default: the balances of all services that are on no test clock
 */
export async function topUpLowBalances(
  parts: SettlementParts,
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

async function topUp(
  parts: SettlementParts,
  balanceId: string,
  time: DueScope["now"],
): Promise<void> {
  const { db } = parts;
  const auto = await findAutoTopUp(db, balanceId);
  if (auto === null) return;
  const balance = await loadBalance(parts, balanceId);
  // Before the transaction, which must not wait for the chain.
  const caps = await findUsableCapsOf(parts, balance, time());
  // Top-ups of calls can be under way too, and those that a reorganization has reopened.
  const unpaid = balance.owed.minus(await sumTopUpsUnderWay(db, balanceId));
  const amount = auto.amount ?? Prisma.Decimal.min(unpaid, auto.perDayAtMost);
  if (amount.lte(0)) return;
  const source = await findSource(parts, caps, toTokenUnits(amount));
  if (source === null) return; // what is being collected decides, and the next minute looks again
  await inTransaction(db, async (tx) => {
    const now = time();
    const at = { ...parts, tx, now };
    const current = await lockInUse(tx, balanceId);
    if (current === null || termsOf(current) !== termsOf(auto)) return; // it was set again meanwhile
    const { subscription } = source;
    if (subscription !== null && !(await lockActive(tx, subscription.id))) return;
    const last = await findLastAutomaticTopUp(tx, balanceId);
    if (last?.status === "OPEN") return; // one at a time
    const coming = await sumTopUpsUnderWay(tx, balanceId);
    // Read after them: a top-up is paid and credited by one commit, which may have happened while the chain was asked.
    const left = await findAmounts(tx, balanceId);
    const isNeeded =
      current.amount === null
        ? owedOn(left).minus(coming).gte(amount)
        : left.available.plus(coming).lt(current.below);
    if (!isNeeded) return;
    // Something was collected or asked for meanwhile: the chain's answer may or may not have it.
    if (!isSame(caps, await findUsableCapsOf({ ...parts, db: tx }, balance, now))) return;
    const isFailed = last !== null && last.status !== "PAID" && last.createdAt > current.updatedAt;
    const reason = isFailed ? reasons.failed : source.reason;
    if (reason !== null || subscription === null) {
      await stop(tx, current.id, reason ?? reasons.cap, now);
      return announceBalance(at, "balance.auto_top_up_stopped", balanceId);
    }
    const pausedUntil = await endOfPause(tx, current, amount, now);
    if (pausedUntil !== null) {
      const isKnown = current.pausedUntil !== null && current.pausedUntil > now;
      await pause(tx, current.id, pausedUntil);
      return isKnown ? undefined : announceBalance(at, "balance.auto_top_up_paused", balanceId);
    }
    const dueAt = new Date(now.getTime() + day);
    await openTopUp(at, balance, { amount, dueAt, subscription, isAutomatic: true });
  });
}

const termsOf = ({ amount, perDayAtMost }: AutoTopUp) =>
  `${amount?.toFixed()} ${perDayAtMost.toFixed()}`;

/** Finds the time at which the daily limit allows the next top-up. @returns null when it allows one now */
async function endOfPause(
  tx: Queryable,
  { balanceId, perDayAtMost }: AutoTopUp,
  amount: Prisma.Decimal,
  now: Date,
): Promise<Date | null> {
  const ofDay = await findAutomaticTopUpsSince(tx, balanceId, new Date(now.getTime() - day));
  let sum = ofDay.reduce((total, topUp) => total.plus(topUp.amount), amount);
  let end: Date | null = null;
  for (const { amount: earliest, createdAt } of ofDay) {
    if (sum.lte(perDayAtMost)) break;
    sum = sum.minus(earliest);
    end = new Date(createdAt.getTime() + day);
  }
  return end;
}

/** The subscription whose cap pays a top-up, or why none does. */
type Source =
  | { readonly subscription: BilledSubscription; readonly reason: null }
  | { readonly subscription: null; readonly reason: string };

/**
 * Finds the newest cap of the subscriber that has enough left and whose wallet can pay; failing that, one that has enough
 * left: the wallet may have the money when the collection is repeated.
 *
 * @returns null while it depends on what is being collected, which the chain may have counted as spent already
 */
async function findSource(
  { db, collector }: Pick<SettlementParts, "db" | "collector">,
  caps: readonly CapInUse[],
  amount: bigint,
): Promise<Source | null> {
  if (collector === null || caps.length === 0) return { subscription: null, reason: reasons.cap };
  const sufficient: Source[] = [];
  let isDecided = true;
  for (const { subscription, ...cap } of caps) {
    const terms = capTerms(cap, subscription.id);
    const spending = await collector.spendingOf(terms);
    if (spending.isReplaced) continue;
    if (roomUnder(cap, spending) < amount) {
      isDecided &&= !cap.isUnderWay || roomUnder({ ...cap, asked: 0n }, spending) < amount;
      continue;
    }
    const wallet = await collector.walletOf(terms.payer);
    const allowance = await allowanceOf(db, collector, terms, wallet);
    const needed = amount + cap.asked;
    if (wallet.balance >= needed && allowance >= needed) return { subscription, reason: null };
    sufficient.push({ subscription, reason: null });
  }
  return sufficient[0] ?? (isDecided ? { subscription: null, reason: reasons.used } : null);
}

/** Returns whether two reads found the same usable caps, with the same unpaid amounts. */
const isSame = (before: readonly CapInUse[], after: readonly CapInUse[]): boolean =>
  before.length === after.length &&
  before.every(({ id, asked, isUnderWay }, place) => {
    const now = after[place];
    return now?.id === id && now.asked === asked && now.isUnderWay === isUnderWay;
  });
