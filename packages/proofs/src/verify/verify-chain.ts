import { rate } from "@usance/rating";
import { type Bill, type BilledPeriod, type BilledUsage, billHash } from "../bill.ts";
import { sum, units, usdc } from "./amounts.ts";
import { bad, type Finding, good, open } from "./findings.ts";
import { componentsOf, periodName, type RateCards } from "./rate-cards.ts";

/** A bill of usage. */
interface Link {
  readonly bill: Bill;
  readonly usage: BilledUsage;
}

const nameOf = ({ usage, bill }: Link) =>
  usage.billNumber === null ? `invoice ${bill.invoiceId}` : `bill ${usage.billNumber}`;

/**
 * Checks a bill and those before it: each by itself, whether it is the one that the next names by its hash, and whether each
 * counts what those before it counted, and its own changes. So no usage is billed twice.
 *
 * @param before the newest first
 */
export function verifyChain(
  bill: Bill,
  before: readonly Bill[],
  cards: RateCards,
): readonly Finding[] {
  const links: Link[] = [];
  for (const one of [bill, ...before]) {
    const [newer] = links;
    if (newer !== undefined && newer.usage.billBefore !== billHash(one)) {
      return [bad(`A bill that came with the proof is not the one that ${nameOf(newer)} names.`)];
    }
    // Without measured usage it names no bill before it.
    if (one.usage === null) break;
    links.unshift({ bill: one, usage: one.usage });
  }
  let asked = units(links[0]?.usage.billed ?? "0.000000");
  for (const [place, link] of links.entries()) {
    const wrong = wrongIn(link) ?? wrongAfter(links.slice(0, place), link, cards);
    if (wrong !== null) return [bad(`${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}`)];
    const counted = units(link.usage.billed);
    const words = `Before ${nameOf(link)}, ${usdc(asked)} was billed, and it counts ${usdc(counted)}`;
    if (counted > asked) return [bad(`${words}.`)];
    if (link.bill === bill && bill.usage?.billNumber != null) {
      return [
        counted < asked
          ? open(`${words}: the rest was credited, voided or not paid in time, says the seller.`)
          : shown(links),
      ];
    }
    asked += units(link.bill.amount);
  }
  return [];
}

/** What the bills show of the time before. @param links the oldest first */
function shown(links: readonly Link[]): Finding {
  const [oldest] = links;
  if (oldest !== undefined && oldest.usage.billNumber !== 1) {
    return open(
      `The bills before ${nameOf(oldest)} are not part of this proof, so it does not show what they have billed already.`,
    );
  }
  if (links.at(-1)?.usage.billNumber !== links.length) {
    return open("A number before it is of no bill: a credit of usage has it, says the seller.");
  }
  return good(
    links.length === 1
      ? "It is the first bill of the subscription."
      : "The bills before it follow each other from the first one on: they have the hashes that the bills name, and each counts what those before it counted.",
  );
}

/** What is wrong in a bill by itself, in words. */
function wrongIn(link: Link): string | null {
  const { usage, bill } = link;
  const { billNumber, billBefore, periods, charged, billed } = usage;
  const name = nameOf(link);
  const own = periods.at(-1);
  if (own === undefined) return `${name} has no period.`;
  for (const [place, { from, to, totals }] of periods.entries()) {
    const next = periods[place + 1];
    const end = to ?? "9999";
    const isInOrder = from < end && (next === undefined || end <= next.from);
    if (!isInOrder) return `The periods of ${name} overlap.`;
    if (new Set(totals.map(({ prefix }) => prefix)).size < totals.length) {
      return `In ${name}, the ${periodName({ from })} has a prefix twice.`;
    }
  }
  const hasTime = (bill.periodStart ?? "") <= (bill.periodEnd ?? "9999");
  if (!hasTime) return `${name} ends before it begins.`;
  if (billNumber !== null && bill.periodStart !== own.from) {
    return `${name} is not of the last of its periods.`;
  }
  if ((billBefore === null) !== (billNumber === null || billNumber === 1)) {
    return `${name} names ${billBefore === null ? "no bill" : "a bill"} before it.`;
  }
  if (charged === null) return billNumber === null ? null : `${name} has no price.`;
  if (periods.some(({ charge }) => charge === null)) return `${name} has a period without a price.`;
  const isFirst =
    units(billed) === 0n &&
    periods.every(({ chargeBefore }) => chargeBefore === null) &&
    units(charged) === chargeIn(periods);
  if (billBefore === null && !isFirst) return `${name} counts an earlier one, and there is none.`;
  const due = units(charged) - units(billed);
  if (billNumber !== null && units(bill.amount) > due) {
    return `${name} asks for ${usdc(units(bill.amount))}, and ${usdc(due)} is due.`;
  }
  return null;
}

/** What periods cost, less what they cost before. */
const chargeIn = (periods: readonly BilledPeriod[]): bigint =>
  sum(
    periods.map(
      ({ charge, chargeBefore }) => units(charge ?? "0.000000") - units(chargeBefore ?? "0.000000"),
    ),
  );

/** How a bill does not follow from those before it, in words. @param before the newest last */
function wrongAfter(before: readonly Link[], link: Link, cards: RateCards): string | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  const name = nameOf(link);
  const { bill, usage } = link;
  if (last.usage.billNumber === null || last.usage.billNumber >= (usage.billNumber ?? 0)) {
    return `${name} follows ${nameOf(last)}.`;
  }
  const isOther =
    bill.subscriptionId === null ||
    last.bill.subscriptionId !== bill.subscriptionId ||
    last.bill.serviceId !== bill.serviceId;
  if (isOther) return `${nameOf(last)} is of another subscription than ${name}.`;
  if (before.some((one) => one.bill.invoiceId === bill.invoiceId)) {
    return `${name} has the invoice of another bill.`;
  }
  const [root, rootBefore] = [bill.usageRoot, last.bill.usageRoot];
  const goesOn =
    rootBefore === null ||
    (root !== null && rootBefore.number < root.number) ||
    (root?.number === rootBefore.number && root.root === rootBefore.root);
  if (!goesOn) return `The usage root of ${name} does not go on from that of ${nameOf(last)}.`;
  const earlier = before.flatMap((one) => one.usage.periods).reverse();
  const isComplete = before[0]?.usage.billNumber === 1;
  for (const period of usage.periods) {
    const said = earlier.find(({ from }) => from === period.from);
    const words = `In ${name}, the ${periodName(period)}`;
    if (said === undefined && isComplete && period.chargeBefore !== null) {
      return `${words} cost ${period.chargeBefore} before, and no earlier bill has it.`;
    }
    if (said !== undefined && said.charge !== period.chargeBefore) {
      return `${words} cost ${period.chargeBefore ?? "nothing"} before, and ${said.charge ?? "nothing"} in an earlier bill.`;
    }
    if (said !== undefined && said.rateCardHash !== period.rateCardHash) {
      return `${words} has another rate card than in an earlier bill.`;
    }
    if (earlier.some((one) => one.from !== period.from && isOverlap(one, period))) {
      return `${words} overlaps one of an earlier bill.`;
    }
    // An earlier bill left it out, because there was no usage, and without usage it costs nothing.
    const isOld = said === undefined && isComplete && period.from < (last.bill.periodStart ?? "");
    const components = componentsOf(period, cards) ?? [];
    if (isOld && components.length > 0 && units(rate(components, []).amount) > 0n) {
      return `${words} costs something without usage, and no earlier bill has it.`;
    }
  }
  const charged = units(last.usage.charged ?? "0.000000") + chargeIn(usage.periods);
  const own = units(usage.charged ?? "0.000000");
  if (charged === own) return null;
  return `By ${nameOf(last)}, ${usdc(charged)} of usage is charged up to ${name}, which says ${usdc(own)}.`;
}

const isOverlap = (one: BilledPeriod, other: BilledPeriod) =>
  one.from < (other.to ?? "9999") && other.from < (one.to ?? "9999");
