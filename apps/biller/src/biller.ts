import {
  ConflictError,
  ConnectionError,
  type Subscription,
  type UsanceClient,
  UsanceError,
} from "@usance/sdk";
import { type BilledSubscription, billedSubscriptions } from "./billed-subscriptions.ts";
import { collectBill } from "./collect-bill.ts";
import { type DrawnUpBill, drawUpBill, usageOfSubscription } from "./draw-up-bill.ts";
import { duePeriods } from "./due-periods.ts";
import { type Bill, type Ledger, readLedger } from "./ledger.ts";
import { Exact, usdc } from "./money.ts";
import { createDraft, openBill } from "./open-bill.ts";
import type { Period } from "./periods.ts";

export interface BillerOptions {
  readonly usance: UsanceClient;
  /** Only subscriptions of this service. Default: all that the key can see. */
  readonly serviceId?: string | undefined;
  /** How long after the end of a period its usage may still arrive before it is billed, in milliseconds. */
  readonly graceMs: number;
  /** The real time, in milliseconds since 1970. A service on a test clock has the time of its clock. */
  readonly now: () => number;
  readonly say: (line: string) => void;
  /** What earlier runs of this process have finished, so that it is not read again. */
  readonly finished?: Set<string> | undefined;
  /** Ends the run between two subscriptions. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Bills every period that is due, once: draws up the bill, creates and finalizes the invoice, and collects it under the spending
 * cap of the subscriber, if there is one. It can be stopped anywhere and run again, also by several processes at once.
 *
 * @returns how many subscriptions failed; the next run tries them again
 */
export function runBiller(options: BillerOptions): Promise<number> {
  return forEach(options, billSubscription);
}

/** Says what a run would do, and what the current periods cost so far. Changes nothing. */
export function planBills(options: BillerOptions): Promise<number> {
  return forEach(options, planSubscription);
}

type Work = (options: BillerOptions, one: BilledSubscription) => Promise<void>;

async function forEach(options: BillerOptions, work: Work): Promise<number> {
  const { say, signal } = options;
  let failed = 0;
  for await (const one of billedSubscriptions(options)) {
    if (signal?.aborted) break;
    try {
      await work(options, one);
    } catch (error) {
      if (!(error instanceof UsanceError)) throw error;
      failed += 1;
      say(`${one.subscription.id}: ${error.message}`);
    }
  }
  return failed;
}

async function billSubscription(options: BillerOptions, one: BilledSubscription): Promise<void> {
  const { usance, say, finished = new Set() } = options;
  const { subscription, now } = one;
  const due = periodsOf(options, one).filter(({ billedAt }) => billedAt <= now());
  const last = due.at(-1);
  if (last === undefined) return;
  const key = `${subscription.id} ${last.to}`;
  if (finished.has(key)) return;
  let ledger = await readLedger(usance, subscription.id);
  const usage = usageOfSubscription(usance, subscription.id);
  for (const [place, period] of due.entries()) {
    if (isBilled(ledger, period)) continue;
    const drawnUp = await drawUpBill(usage, period, due.slice(0, place), ledger);
    if (!isSome(drawnUp.amount)) continue;
    ledger = await createDraft(usance, subscription, period, drawnUp);
  }
  const unfinished = [...ledger.bills.values()]
    .filter(({ invoice: { status } }) => status === "DRAFT" || status === "OPEN")
    .toSorted((one, other) => (one.of.from < other.of.from ? -1 : 1)); // the oldest is collected first
  if (unfinished.length === 0) finished.add(key);
  for (const bill of unfinished) {
    const done = await finishBill(usance, bill, ledger, now());
    const { of, invoice } = bill;
    if (done !== null) say(`${inWords(subscription, of)}: ${invoice.amount} USDC, ${done}`);
  }
}

/** Whether a period has a bill. Usage that arrived after it cost nothing may be on a later bill, as late usage. */
const isBilled = ({ bills, stated }: Ledger, { from }: Period) =>
  bills.has(from) || stated(from) !== null;

/** Finalizes a bill if it is a draft, and collects it. @returns what was done; null: nothing */
async function finishBill(
  usance: UsanceClient,
  bill: Bill,
  ledger: Ledger,
  now: number,
): Promise<string | null> {
  const { id, status, url } = bill.invoice;
  await openBill(usance, bill, ledger);
  const open = `invoice ${id} is OPEN: ${url}`;
  try {
    const settlement = await collectBill(usance, bill, now);
    if (settlement?.status === "CONFIRMED") return `invoice ${id} is PAID`;
    return settlement === null && status === "OPEN" ? null : open;
  } catch (error) {
    if (!(error instanceof UsanceError) || error instanceof ConnectionError) throw error;
    return `could not be collected (${reasonInWords(error.message)}), ${open}`;
  }
}

/** The contract's error has token units. */
function reasonInWords(message: string): string {
  const [, left] = /^CapExceeded\(\d{1,78}, (\d{1,78})\)$/.exec(message) ?? [];
  return left === undefined
    ? message
    : `the spending cap has ${usdc(new Exact(left).div(1e6))} USDC left`;
}

async function planSubscription(options: BillerOptions, one: BilledSubscription): Promise<void> {
  const { usance, say } = options;
  const { subscription, now } = one;
  const ledger = await readLedger(usance, subscription.id);
  const periods = periodsOf(options, one);
  const usage = usageOfSubscription(usance, subscription.id);
  for (const [place, period] of periods.entries()) {
    if (isBilled(ledger, period)) continue;
    const drawnUp = await drawUpBill(usage, period, periods.slice(0, place), ledger);
    const when = period.billedAt <= now() ? "due now" : `due at ${isoTime(period.billedAt)}`;
    const what = billInWords(drawnUp);
    if (what !== null) say(`${inWords(subscription, period)}: ${what}, ${when}`);
  }
  await planCurrentPeriod(options, one);
}

/** What the current period costs until now: at its very start, what it costs without usage. Its card may begin later. */
async function planCurrentPeriod(
  { usance, say }: BillerOptions,
  { subscription, now }: BilledSubscription,
): Promise<void> {
  const { id: subscriptionId, status, currentPeriodStart: from, currentPeriodEnd } = subscription;
  if (status !== "ACTIVE") return;
  try {
    const to = isoTime(Math.max(now(), Date.parse(from) + 1)); // a quote of no time is refused
    const { amount } = await usance.quotes.create({ subscriptionId, from, to });
    const end = currentPeriodEnd === null ? "has no end" : `ends at ${currentPeriodEnd}`;
    say(`${subscriptionId}, from ${from}: ${amount} USDC so far; the period ${end}`);
  } catch (error) {
    const isUnpriced = error instanceof ConflictError && error.code === "no_rate_card_in_effect";
    if (!isUnpriced) throw error;
    say(`${subscriptionId}, from ${from}: no rate card is in effect`);
  }
}

const periodsOf = ({ graceMs }: BillerOptions, { subscription, plan, cards }: BilledSubscription) =>
  duePeriods(subscription, plan, cards, graceMs);

const inWords = ({ id }: Subscription, { from, to }: Period) => `${id}, ${from} to ${to}`;

/** What a bill asks for, and what it leaves for later ones to take off. @returns null when it is neither */
function billInWords({ amount, creditLeft }: DrawnUpBill): string | null {
  const bill = isSome(amount) ? `${amount} USDC` : "no bill";
  if (isSome(creditLeft)) return `${bill}, a credit of ${creditLeft} USDC is left for later bills`;
  return isSome(amount) ? bill : null;
}

const isSome = (usdcAmount: string) => new Exact(usdcAmount).gt(0);

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();
