import {
  burnedGas,
  findFailures,
  findLiveOfPayer,
  hasPaidBefore,
  hasUndecided,
  riskedGas,
} from "../../billing/settlements/attempts.ts";
import type { Attempt } from "../../billing/settlements/take-on-attempt.ts";
import {
  balancePromised,
  oneAtATime,
  tooManyUnderWay,
  waitAfterFailures,
} from "../../contract/checkout.ts";
import type { Queryable } from "../../db/client.ts";
import { Amount, fromTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Wallet } from "../../ports/collector.ts";
import type { Parts } from "../../ports/parts.ts";
import { holdTurn } from "./locks.ts";
import { amountDue } from "./payment-terms.ts";
import { waitUntil } from "./waits.ts";

/** How many payments of a wallet may be under way at once, here and at other checkouts. */
const maxUnderWay = 3;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

type Asked = Pick<Attempt, "settlement"> & {
  readonly serviceId: string;
  readonly invoiceId: string;
  readonly paymentPlan: Parameters<typeof amountDue>[0];
  readonly wallet: Wallet;
};

/**
 * Whether an attempt may be taken on, given what has failed before and what is under way. It holds its
 * payer's turn until the transaction ends, and its service's where that one's budget is used up, so that what
 * is counted holds in all processes.
 *
 * @returns the gas that is set aside for it while it is not decided; null: none is
 */
export async function admitAttempt(
  { collector, failureGas, settlementMaxGas }: Budget,
  tx: Queryable,
  { settlement, serviceId, invoiceId, paymentPlan, wallet }: Asked,
  now: Date,
): Promise<bigint | null> {
  const payer = settlement.payerAddress.toLowerCase();
  const contract = collector?.contract ?? "";
  await holdTurn(tx, "payer", `${payer} ${contract}`);
  const since = new Date(now.getTime() - dayMs);
  requireNoWait(await findFailures(tx, { payerKey: payer }, since), now);
  // A contract can act otherwise in a block than when it is tried: after one that failed here, it waits
  // like that one, and what it may burn is set aside. One that has paid before is trusted.
  const isStrange = wallet.hasCode && !(await hasPaidBefore(tx, payer));
  if (isStrange) requireNoWait(await findFailures(tx, { invoiceId }, since), now);
  await requireFreeBalance(tx, { payer, contract, invoiceId, wallet, paymentPlan });
  const gasAtRisk = isStrange ? settlementMaxGas : null;
  // Several strange ones are counted one after the other, or together they would exceed the budget.
  if (isStrange) await holdTurn(tx, "service", serviceId);
  const anHourAgo = new Date(now.getTime() - hourMs);
  const burned = await burnedGas(tx, serviceId, anHourAgo);
  const risked = isStrange ? (await riskedGas(tx, serviceId)) + settlementMaxGas : 0n;
  if (burned < failureGas && burned + risked <= failureGas) return gasAtRisk;
  await holdTurn(tx, "service", serviceId);
  // One at a time would still burn its bound with each block, from a new contract each.
  if (isStrange) requireNoWait(await findFailures(tx, { serviceId }, anHourAgo), now);
  if (await hasUndecided(tx, serviceId, invoiceId)) throw new Refusal(oneAtATime);
  return gasAtRisk;
}

type Budget = Pick<Parts, "collector" | "failureGas" | "settlementMaxGas">;

function requireNoWait(failures: readonly Date[], now: Date): void {
  const until = waitUntil(failures);
  if (until === null || until <= now) return;
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  throw new Refusal(waitAfterFailures(seconds));
}

/** What a wallet has must be enough for all its payments that may still be taken. */
async function requireFreeBalance(
  tx: Queryable,
  asked: Pick<Asked, "invoiceId" | "wallet" | "paymentPlan"> & {
    readonly payer: string;
    readonly contract: string;
  },
): Promise<void> {
  const { wallet, paymentPlan } = asked;
  const live = await findLiveOfPayer(tx, { ...asked, sinceBlock: wallet.block });
  if (live.length >= maxUnderWay) throw new Refusal(tooManyUnderWay);
  const promised = live.reduce((sum, amount) => sum.plus(amount.toFixed()), new Amount(0));
  const due = amountDue(paymentPlan);
  if (new Amount(fromTokenUnits(wallet.balance)).lt(promised.plus(due))) {
    throw new Refusal(balancePromised);
  }
}
