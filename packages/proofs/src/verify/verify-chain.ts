import { type Bill, type BilledUsage, billHash } from "../bill.ts";
import { sum, units, usdc } from "./amounts.ts";
import { bad, type Finding, good, open } from "./findings.ts";

/** A bill that has a number. */
interface Numbered {
  readonly bill: Bill;
  readonly usage: BilledUsage;
}

/**
 * Compares a bill with the numbered bills before it: whether each is the one that the next names by its hash, and whether
 * each counts what the one before counted, and its own changes.
 *
 * @param before the newest first; there may be older ones
 * @returns no findings when there are none to compare
 */
export function verifyChain(bill: Bill, before: readonly Bill[]): readonly Finding[] {
  const chain: Numbered[] = [];
  for (const [place, one] of [bill, ...before].entries()) {
    const next = chain.at(-1);
    if (next !== undefined && next.usage.billBefore !== billHash(one)) {
      return [bad(`A bill that came with the proof is not the one that ${numberOf(next)} names.`)];
    }
    // A bill without measured usage does not name the one before it.
    if (one.usage === null || one.usage.billNumber === null) break;
    if (place > 0 && one.subscriptionId !== bill.subscriptionId) {
      return [bad("A bill that came with the proof is of another subscription.")];
    }
    chain.push({ bill: one, usage: one.usage });
  }
  const oldest = chain.at(-1);
  if (oldest === undefined || chain.length < 2) return [];
  const bills = chain.toReversed();
  const wrong = bills.map((one, place) => differenceFrom(bills.slice(0, place), one));
  const difference = wrong.find((one) => one !== null);
  if (difference) return [bad(difference)];
  const words = `back to ${numberOf(oldest)}: they have the hashes that the bills name, and each counts what the one before counted.`;
  return [good(`The bills before it follow each other, ${words}`), ...notCounted(bills)];
}

const numberOf = ({ usage }: Numbered) => `bill ${usage.billNumber}`;

/** How a bill does not follow from those before it, in words. @param before the newest last */
function differenceFrom(before: readonly Numbered[], one: Numbered): string | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  for (const { from, chargeBefore } of one.usage.periods) {
    const earlier = before.toReversed().flatMap(({ usage }) => usage.periods);
    const said = earlier.find((period) => period.from === from)?.charge;
    if (said !== undefined && said !== chargeBefore) {
      return `In ${numberOf(one)}, the period from ${from} cost ${chargeBefore ?? "nothing"} before, and ${said ?? "nothing"} in an earlier bill.`;
    }
  }
  if (one.usage.charged === null || last.usage.charged === null) return null;
  const changes = one.usage.periods.map(
    ({ charge, chargeBefore }) => units(charge ?? "0.000000") - units(chargeBefore ?? "0.000000"),
  );
  const charged = units(last.usage.charged) + sum(changes);
  if (charged === units(one.usage.charged)) return null;
  return `By ${numberOf(last)}, ${usdc(charged)} of usage is charged up to ${numberOf(one)}, which says ${usdc(units(one.usage.charged))}.`;
}

/** What bills asked for that later ones do not count as billed, or count without. @param bills the oldest first */
function notCounted(bills: readonly Numbered[]): readonly Finding[] {
  return bills.slice(1).flatMap((one, place) => {
    const last = bills[place];
    if (last === undefined) return [];
    const asked = units(last.usage.billed) + units(last.bill.amount);
    const counted = units(one.usage.billed);
    if (asked === counted) return [];
    const found = `Up to ${numberOf(last)}, ${usdc(asked)} was billed, and ${numberOf(one)} counts ${usdc(counted)}`;
    return asked > counted
      ? open(`${found}: the rest was credited, voided or not paid in time, says the seller.`)
      : bad(`${found}.`);
  });
}
