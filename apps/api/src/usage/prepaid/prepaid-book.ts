import type { RowsToWrite } from "../../balances/book-store.ts";
import type { AnyTransaction } from "../../db/statements.ts";
import { firstTime, lastTime } from "../../kit/date-time.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { notPriced } from "../../schemas/balances.ts";
import { periodAround } from "../../subscriptions/periods.ts";
import { PrepaidPeriod, type Price, type PricedUsage } from "./prepaid-period.ts";
import {
  type BillingTerms,
  findExtremes,
  findPrepaidPeriods,
  type PeriodStart,
  periodsToWrite,
} from "./store.ts";

/** The periods of some usage that balances are charged for by rate cards, while the balances are locked. */
export class PrepaidBook {
  readonly #terms: ReadonlyMap<string, BillingTerms>;
  readonly #periods = new Map<string, PrepaidPeriod>();

  private constructor(terms: readonly BillingTerms[]) {
    this.#terms = new Map(terms.map((one) => [one.id, one]));
  }

  /**
   * Finds the periods of usage.
   *
   * @param terms of its subscriptions, whose balances are locked
   */
  static async open(
    tx: AnyTransaction,
    terms: readonly BillingTerms[],
    usage: readonly PricedUsage[],
  ): Promise<PrepaidBook> {
    const book = new PrepaidBook(terms);
    const asked = new Map<string, PeriodStart & { readonly to: Date | null }>();
    for (const one of usage) {
      const start = book.#startOf(one);
      if (start !== null) asked.set(nameOf(start), start);
    }
    if (asked.size === 0) return book;
    const found = await findPrepaidPeriods(tx, [...asked.values()]);
    for (const [place, [name, start]] of [...asked].entries()) {
      const one = found[place];
      if (one == null) continue;
      book.#periods.set(name, new PrepaidPeriod({ ...start, card: one.card }, one));
    }
    return book;
  }

  #startOf({ subscriptionId, occurredAt }: PricedUsage) {
    const terms = this.#terms.get(subscriptionId);
    if (terms === undefined) return null;
    const { paymentPlanId, interval, anchor } = terms;
    const period = periodAround(interval, anchor, occurredAt);
    // Postgres reads no years before 1 or after 9999, in which the first and the last period can begin and end.
    const from = new Date(Math.max(period.from?.getTime() ?? firstTime, firstTime));
    const to = period.to !== null && period.to.getTime() <= lastTime ? period.to : null;
    // No bill has usage from before the first period, such as that of a caller whose clock is behind. The first card prices it.
    const pricedAt = from < anchor ? anchor : from;
    return { subscriptionId, paymentPlanId, from, pricedAt, to };
  }

  /** The period of usage; undefined: no card prices it. */
  periodOf(usage: PricedUsage): PrepaidPeriod | undefined {
    const start = this.#startOf(usage);
    return start === null ? undefined : this.#periods.get(nameOf(start));
  }

  /** What usage costs. @returns the refusal when it has no price */
  priceOf(usage: PricedUsage): Price | RefusalTerms {
    return this.periodOf(usage)?.priceOf(usage) ?? notPriced;
  }

  /** Counts usage no longer that was voided in this transaction. */
  async remove(tx: AnyTransaction, usage: readonly PricedUsage[]): Promise<void> {
    const unknown = new Map<string, () => Promise<void>>();
    for (const one of usage) {
      const period = this.periodOf(one);
      if (period === undefined) throw new Error("A period that was charged must have its row.");
      const prefix = period.remove(one);
      if (prefix === null) continue;
      unknown.set(`${nameOf(period)}\0${prefix}`, async () => {
        if (!period.totals.has(prefix)) return;
        period.setExtremes(prefix, await findExtremes(tx, period, prefix));
      });
    }
    for (const find of unknown.values()) await find();
  }

  /** The rows of periods that have changed. */
  toWrite(): RowsToWrite[] {
    const changed = [...this.#periods.values()].filter(({ isChanged }) => isChanged);
    const balanceOf = ({ subscriptionId }: PrepaidPeriod) =>
      this.#terms.get(subscriptionId)?.balanceId ?? null;
    return periodsToWrite(changed.map((period) => ({ period, balanceId: balanceOf(period) })));
  }
}

/** Ids do not contain NUL. */
const nameOf = ({ subscriptionId, from }: Pick<PeriodStart, "subscriptionId" | "from">) =>
  `${subscriptionId}\0${from.getTime()}`;
