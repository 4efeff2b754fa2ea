import { prefixesOf } from "@usance/rating";
import type { BilledPeriod, BilledUsage, PrefixTotals } from "../bill.ts";
import { ProofError } from "../fields.ts";
import type { BilledEvent } from "../usage-event.ts";
import { UsageMeter } from "../usage-meter.ts";
import { shortText, units } from "./amounts.ts";
import { bad, type Finding, good } from "./findings.ts";
import { checkEvent } from "./proof-form.ts";
import { componentsOf, periodName, type RateCards } from "./rate-cards.ts";

/** A usage event of a bill, and the number of the usage root that contains it, if that is known. */
export interface RootedEvent extends BilledEvent {
  /** null: no root contains it yet. */
  readonly root?: number | null;
}

/** Pages of the usage events that a bill bills, oldest first. */
export type UsagePages = AsyncIterable<readonly RootedEvent[]> | Iterable<readonly RootedEvent[]>;

/** A bill of more events needs too much memory. */
const maxEvents = 10_000_000;

/**
 * Measures the usage of a bill, whose periods do not overlap, again. It reads no more events than the bill counts, and one
 * page.
 *
 * @throws ProofError for events that no bill can have
 */
export async function verifyUsage(
  usage: BilledUsage,
  cards: RateCards,
  pages: UsagePages,
): Promise<Finding> {
  const periods = measuredPeriods(usage, cards);
  const totals = usage.periods.flatMap((one) => one.totals);
  const most = totals.reduce((sum, { count }) => sum + count, 0);
  if (most > maxEvents) throw new ProofError(`The bill has more than ${maxEvents} usage events.`);
  const keys = new Set<string>();
  let isLast = false;
  for await (const events of pages) {
    if (isLast) throw new ProofError("After a page without usage events there is another one.");
    isLast = events.length === 0;
    for (const event of events) {
      const name = `The usage event ${event.eventKey}`;
      checkEvent(event, name);
      if (keys.has(event.eventKey)) throw new ProofError(`${name} is there twice.`);
      keys.add(event.eventKey);
      const at = Date.parse(event.occurredAt);
      const period = periods.find(({ from, to }) => from <= at && at < to);
      if (period === undefined) throw new ProofError(`${name} is in no period of the bill.`);
      if (at < period.newest) throw new ProofError(`${name} occurred before the event before it.`);
      period.newest = at;
      period.meter.addRecorded(event.eventKey, event.quantity, at);
    }
    if (keys.size > most) break;
  }
  const read = `${keys.size.toLocaleString("en")} usage event${keys.size === 1 ? "" : "s"}`;
  const differences = periods.map(({ billed, meter }) => differenceIn(billed, meter.end().totals));
  const difference = differences.find((one) => one !== null);
  return difference === undefined
    ? good(
        `${read} ${keys.size === 1 ? "has" : "have"} exactly the counts, sums and hashes of the bill.`,
      )
    : bad(`${read}: not those of the bill. First, ${difference}.`);
}

const measuredPeriods = ({ periods }: BilledUsage, cards: RateCards) =>
  periods.map((billed) => {
    const components = componentsOf(billed, cards);
    const prefixes = components
      ? prefixesOf(components)
      : billed.totals.map(({ prefix }) => prefix);
    return {
      billed,
      from: Date.parse(billed.from),
      to: billed.to === null ? Number.POSITIVE_INFINITY : Date.parse(billed.to),
      meter: new UsageMeter(prefixes),
      /** When the newest of its events occurred. */
      newest: Number.NEGATIVE_INFINITY,
    };
  });

const amounts = {
  quantity: "sum",
  max: "largest quantity",
  last: "last quantity",
} as const;

/** The first difference between the totals in the bill and those of the events, in words. */
function differenceIn(billed: BilledPeriod, read: readonly PrefixTotals[]): string | null {
  const { totals } = billed;
  for (const { prefix } of [...totals, ...read]) {
    const [inBill, inEvents] = [totals, read].map((all) =>
      all.find((one) => one.prefix === prefix),
    );
    const where = `in the ${periodName(billed)}${prefix === "" ? "" : `, under ${prefix}`}`;
    const [count = 0, billedCount = 0] = [inEvents?.count, inBill?.count];
    if (count !== billedCount) {
      return `${where}, the number of events is ${count}, and ${billedCount} in the bill`;
    }
    for (const [field, name] of Object.entries(amounts) as [keyof typeof amounts, string][]) {
      const [one = "", other] = [inEvents, inBill].map((of) =>
        shortText(units(of?.[field] ?? "0.000000")),
      );
      if (one !== other) return `${where}, the ${name} is ${one}, and ${other} in the bill`;
    }
    if (inBill?.root !== inEvents?.root) return `${where}, the hash of the events is another`;
  }
  // The last one has the last event of all. None may be there twice.
  const isInOrder = totals.every(({ prefix }, place) => prefix === read[place]?.prefix);
  return isInOrder ? null : `in the ${periodName(billed)}, the order of the prefixes is another`;
}
