import type { Wallet } from "../../chain/collector.ts";
import type { InTransaction } from "../../db/client.ts";
import { realTime } from "../../kit/clock.ts";
import { Amount, fromTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  balancePromised,
  oneAtATime,
  tooManyUnderWay,
  waitAfterFailures,
} from "../../schemas/payment-refusals.ts";
import {
  type Attempt,
  burnedGas,
  findFailures,
  findLiveOfPayer,
  hasPaidBefore,
  hasUndecided,
  riskedGas,
} from "../../settlements/attempts.ts";
import { waitUntil } from "./payment-state.ts";
import type { Payable } from "./payment-terms.ts";
import { lockPayments } from "./prepare-payment.ts";

/** How many payments of a wallet can be under way at once on pages, at all checkouts together. */
const maxOnPages = 3;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The transaction, and the budget for gas that failed payments burn. */
type AdmitParts = InTransaction & Pick<Parts, "collector" | "failureGas" | "settlementMaxGas">;

/** A payment that was proven, and what it needs room for. */
type Candidate = Pick<Attempt, "settlement"> &
  Pick<Payable, "invoiceId" | "serviceId" | "amount"> & { readonly wallet: Wallet };

/**
 * Admits an attempt to pay, given earlier failures and the payments under way. It locks the payer until the
 * transaction ends, and the service too if its gas budget is used up, so the counts hold in all processes.
 *
 * @param maxUnderWay how many payments of the wallet can be under way at once, this one included
 * @returns the gas to set aside for the attempt until it has a result; null: none
 * @throws Refusal when the attempt has to wait
 */
export async function admitAttempt(
  { tx, now: at, collector, failureGas, settlementMaxGas }: AdmitParts,
  { settlement, serviceId, invoiceId, amount, wallet }: Candidate,
  maxUnderWay = maxOnPages,
): Promise<bigint | null> {
  const now = realTime(at); // reverts are noted in real time
  const payer = settlement.payerAddress.toLowerCase();
  const contract = collector?.contract ?? "";
  await lockPayments(tx, "payer", `${payer} ${contract}`);
  const since = new Date(now.getTime() - dayMs);
  requireNoWait(await findFailures(tx, { payerKey: payer }, since), now);
  const of = { payer, contract, invoiceId, wallet, amount, maxUnderWay };
  const underWay = await requireFreeBalance({ tx }, of);
  // A contract wallet can behave differently in a block than in a simulation. So after any failed payment of this invoice
  // it waits too, and the gas that it may burn is set aside. A wallet that has paid before is trusted with as many payments
  // as pages allow.
  const isTrusted = underWay < maxOnPages && (await hasPaidBefore(tx, payer));
  const isUntrusted = wallet.hasCode && !isTrusted;
  if (isUntrusted) requireNoWait(await findFailures(tx, { invoiceId }, since), now);
  const gasAtRisk = isUntrusted ? settlementMaxGas : null;
  // Untrusted wallets are counted one after another; otherwise they could exceed the budget together.
  if (isUntrusted) await lockPayments(tx, "service", serviceId);
  const anHourAgo = new Date(now.getTime() - hourMs);
  const burned = await burnedGas(tx, serviceId, anHourAgo);
  const risked = isUntrusted ? (await riskedGas(tx, serviceId)) + settlementMaxGas : 0n;
  if (burned < failureGas && burned + risked <= failureGas) return gasAtRisk;
  await lockPayments(tx, "service", serviceId);
  // One payment at a time could still burn gas in every block, each from a new contract.
  if (isUntrusted) requireNoWait(await findFailures(tx, { serviceId }, anHourAgo), now);
  if (await hasUndecided(tx, serviceId, invoiceId)) throw new Refusal(oneAtATime);
  return gasAtRisk;
}

function requireNoWait(failures: readonly Date[], now: Date): void {
  const until = waitUntil(failures);
  if (until === null || until <= now) return;
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  throw new Refusal(waitAfterFailures(seconds));
}

/** The wallet's balance must cover all its payments that can still be taken. @returns how many others these are */
async function requireFreeBalance(
  { tx }: Pick<AdmitParts, "tx">,
  candidate: Pick<Candidate, "invoiceId" | "wallet" | "amount"> & {
    readonly payer: string;
    readonly contract: string;
    readonly maxUnderWay: number;
  },
): Promise<number> {
  const { wallet, amount, maxUnderWay } = candidate;
  const live = await findLiveOfPayer(tx, { ...candidate, sinceBlock: wallet.block });
  if (live.length >= maxUnderWay) throw new Refusal(tooManyUnderWay);
  const promised = live.reduce((sum, amount) => sum.plus(amount.toFixed()), new Amount(0));
  if (new Amount(fromTokenUnits(wallet.balance)).lt(promised.plus(amount))) {
    throw new Refusal(balancePromised);
  }
  return live.length;
}
