import {
  ConnectionError,
  type InvoiceSummary,
  NotFoundError,
  type Settlement,
  type Subscription,
  type UpcomingInvoice,
  type UsanceClient,
  UsanceError,
} from "@usance/sdk";
import { type BillTerms, isToMake, makeBill, nextBill } from "./bill.ts";

export interface BillerOptions extends BillTerms {
  /** Only subscriptions of this service. Default: all that the key can see. */
  readonly serviceId?: string | undefined;
  readonly say: (line: string) => void;
  /** Whether a run also says which bills wait, and that there was nothing to do. A plan does. */
  readonly saysIdle?: boolean | undefined;
  /** Subscriptions with nothing to do, by id, as of their last change: they are passed over until they change. */
  readonly finished?: Map<string, string> | undefined;
  /** Ends the run between two subscriptions. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes every bill that is due, once, and collects open bills under the spending cap of the subscriber, if there is one. It
 * can be stopped anywhere and run again, also by several processes at once.
 *
 * @returns how many subscriptions failed; the next run tries them again
 */
export function runBiller(options: BillerOptions): Promise<number> {
  return forEach(options, billSubscription);
}

/** Says what a run would do, and what the current periods cost so far. Changes nothing. */
export function planBills(options: BillerOptions): Promise<number> {
  return forEach({ ...options, saysIdle: true }, planSubscription);
}

type Work = (options: BillerOptions, subscription: Subscription) => Promise<void>;

async function forEach(options: BillerOptions, work: Work): Promise<number> {
  const { signal, saysIdle } = options;
  let said = 0;
  const say = (line: string) => {
    said += 1;
    options.say(line);
  };
  let failed = 0;
  let seen = 0;
  for await (const subscription of billedSubscriptions(options)) {
    if (signal?.aborted) break;
    seen += 1;
    try {
      await work({ ...options, say }, subscription);
    } catch (error) {
      if (!(error instanceof UsanceError)) throw error;
      failed += 1;
      say(`${subscription.id}: ${error.message}`);
    }
  }
  if (said === 0 && saysIdle) options.say(idleInWords(seen, options.serviceId));
  return failed;
}

/** The subscriptions that the biller bills: those to plans that have a rate card. It asks for each plan once. */
async function* billedSubscriptions({
  usance,
  serviceId,
}: Pick<BillerOptions, "usance" | "serviceId">): AsyncGenerator<Subscription, void> {
  const known = new Map<string, Promise<boolean>>();
  const hasCard = async (paymentPlanId: string) =>
    (await usance.rateCards.list({ paymentPlanId, limit: 1 })).rateCards.length > 0;
  for await (const subscription of usance.subscriptions.list({ serviceId, limit: 100 })) {
    const { paymentPlanId } = subscription;
    const isPriced = known.get(paymentPlanId) ?? hasCard(paymentPlanId);
    known.set(paymentPlanId, isPriced);
    if (await isPriced) yield subscription;
  }
}

function idleInWords(seen: number, serviceId: string | undefined): string {
  if (seen > 0) return `Nothing is due. Subscriptions that were checked: ${seen}.`;
  const where = serviceId === undefined ? "" : ` of service ${serviceId}`;
  return `There is nothing to bill: no subscription${where} has a plan with a rate card.`;
}

async function billSubscription(
  options: BillerOptions,
  { id, updatedAt }: Subscription,
): Promise<void> {
  const { usance, say, saysIdle, finished = new Map<string, string>() } = options;
  if (finished.get(id) === updatedAt) return;
  let bill = await nextBill(options, id);
  for (; bill !== null && isToMake(bill); bill = await nextBill(options, id)) {
    const done = await makeBill(options, bill);
    if (done !== null) say(`${inWords(bill)}: ${done}`);
  }
  if (bill === null) return;
  if (saysIdle && bill.status === "WAITING") say(`${inWords(bill)}: ${planInWords(bill)}`);
  const invoices = await Array.fromAsync(
    usance.invoices.list({ subscriptionId: id, status: "OPEN", limit: 100 }),
  );
  const open = invoices.filter(({ billNumber }) => billNumber !== null).toReversed();
  // The end of its period, or another call, changes the subscription.
  if (open.length === 0 && bill.status === "RUNNING") finished.set(id, updatedAt);
  for (const invoice of open) await collect(options, invoice, Date.parse(bill.calculatedAt));
}

/** Collects an open bill, the oldest first. */
async function collect(
  { usance, say }: BillerOptions,
  invoice: InvoiceSummary,
  now: number,
): Promise<void> {
  const { id, amount, subscriptionId } = invoice;
  const what = `${subscriptionId}, invoice ${id} of ${amount} USDC`;
  try {
    const settlement = await collectBill(usance, invoice, now);
    if (settlement?.status === "CONFIRMED") say(`${what} is PAID`);
  } catch (error) {
    if (!(error instanceof UsanceError) || error instanceof ConnectionError) throw error;
    say(`${what} could not be collected (${reasonInWords(error.message)}): ${invoice.url}`);
  }
}

const hour = 3_600_000;
const day = 24 * hour;

/** How long after a failed attempt the next one is made. After the last of them, the payer has the link. */
const pauses: readonly number[] = [hour, day, 2 * day, 2 * day, 2 * day, 3 * day];

/**
 * Collects an open bill under the spending cap that the subscriber signed at checkout.
 *
 * @param now in milliseconds since 1970
 * @returns the settlement; null without a cap, or while the next attempt is not due
 * @throws UsanceError when the attempt failed
 */
async function collectBill(
  usance: UsanceClient,
  invoice: InvoiceSummary,
  now: number,
): Promise<Settlement | null> {
  const { id: invoiceId, subscriptionId, settlements } = invoice;
  if (subscriptionId === null || !isDue(settlements, now)) return null;
  const cap = await capOf(usance, subscriptionId);
  if (cap === null) return null;
  const { payerAddress, merchantAddress } = cap;
  const payment = { invoiceId, payerAddress, merchantAddress, referenceHash: invoice.billHash };
  const { settlement } = await usance.settlements.create({ ...payment, collect: "allowance" });
  return settlement;
}

/** @param settlements the attempts so far, newest first */
function isDue(settlements: InvoiceSummary["settlements"], now: number): boolean {
  const [newest] = settlements;
  if (newest === undefined) return true;
  const pause = pauses[settlements.length - 1];
  return pause !== undefined && now - Date.parse(newest.createdAt) >= pause;
}

async function capOf({ spendingCaps }: UsanceClient, subscriptionId: string) {
  try {
    return await spendingCaps.get({ subscriptionId });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** The contract's error has token units. */
function reasonInWords(message: string): string {
  const [, left] = /^CapExceeded\(\d{1,78}, (\d{1,78})\)$/.exec(message) ?? [];
  if (left === undefined) return message;
  const digits = left.padStart(7, "0");
  return `the spending cap has ${digits.slice(0, -6)}.${digits.slice(-6)} USDC left`;
}

/** Asks for the next bill, as if those before it were made, until its period is running. */
async function planSubscription(options: BillerOptions, { id }: Subscription): Promise<void> {
  let before = "";
  for (let ahead = 0; ; ahead += 1) {
    const bill = await nextBill(options, id, ahead);
    if (bill === null) return options.say(`${id}: no rate card prices its periods`);
    const which = `${bill.billNumber} ${bill.periodStart}`;
    if (which === before) return; // there is nothing further ahead
    before = which;
    const what = planInWords(bill);
    if (what !== null) options.say(`${inWords(bill)}: ${what}`);
    if (bill.status !== "DUE" && bill.status !== "WAITING") return;
  }
}

/** What a bill asks for, and what it leaves for later ones. @returns null when nothing more will be billed */
function planInWords(bill: UpcomingInvoice): string | null {
  const { status, amount, dueAt, carriedForward, periodEnd } = bill;
  if (status === "DONE") return null;
  if (status === "OWED") return `the subscriber is owed ${carriedForward.slice(1)} USDC`;
  const credit = carriedForward.startsWith("-")
    ? `, a credit of ${carriedForward.slice(1)} USDC is left for later bills`
    : "";
  if (status === "RUNNING") {
    const end = periodEnd === null ? "has no end" : `ends at ${periodEnd}`;
    const cost = isSome(amount) || credit !== "" ? amount : carriedForward;
    return `${cost} USDC so far${credit}; the period ${end}`;
  }
  const left = isSome(carriedForward) && `, ${carriedForward} USDC are carried forward`;
  const what = isSome(amount) ? `${amount} USDC` : `no bill${credit || left || ""}`;
  return `${what}, due ${status === "DUE" ? "now" : `at ${dueAt}`}`;
}

const inWords = ({ subscriptionId, periodStart, periodEnd, status }: UpcomingInvoice) =>
  status === "RUNNING"
    ? `${subscriptionId}, from ${periodStart}`
    : `${subscriptionId}, ${periodStart} to ${periodEnd}`;

const isSome = (amount: string) => /[1-9]/.test(amount);
