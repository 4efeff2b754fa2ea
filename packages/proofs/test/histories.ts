import {
  billLines,
  type Component,
  prefixesOf,
  rate,
  usagePricer,
  usageUnits,
} from "@usance/rating";
import * as fc from "fast-check";
import { cards } from "../../rating/test/arbitrary-cards.ts";
import {
  type Bill,
  type BilledEvent,
  type BilledPeriod,
  type BilledRoot,
  billHash,
  hashText,
  type InvoiceProof,
  type PrefixTotals,
  type RootedEvent,
  rateCardHash,
  UsageMeter,
} from "../src/index.ts";
import { type Change, Roots } from "./roots.ts";

/* Subscriptions whose bills follow each other: what an honest service tells of each of them. */

/** What is told of an invoice: the file that `usance verify` reads. */
export interface Told {
  readonly proof: InvoiceProof & { readonly settlement: ReturnType<typeof paymentOf> | null };
  readonly usageEvents: readonly RootedEvent[];
  readonly usageRoots: readonly BilledRoot[];
}

interface Usage {
  /** Of the period in which it occurs, from 0. */
  readonly month: number;
  readonly eventKey: string;
  readonly quantity: string;
  /** Milliseconds after the start of the month. */
  readonly after: number;
  /** What a prepaid balance was charged for it: an amount in millionths that the seller set, or its price by the card. */
  readonly charge?: bigint | "by card" | undefined;
}

/** What happens before a bill. */
interface Step {
  readonly recorded: readonly Usage[];
  /** Places of events that are voided. */
  readonly voided: readonly number[];
  /** Whether the bill before is voided, so that this one asks for its amount again. */
  readonly isVoided: boolean;
  /** What a credit note takes off this bill before its payment, in millionths. */
  readonly credited: bigint;
  /** What a prepaid balance paid of it. */
  readonly prepaid: bigint;
}

export const monthStart = (month: number) => new Date(Date.UTC(2026, month)).toISOString();

const toUnits = (decimal: string) => BigInt(decimal.replace(".", ""));
const toDecimal = (units: bigint) => {
  const digits = (units < 0n ? -units : units).toString().padStart(7, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};
/** With six decimal places at least. */
const inFull = (decimal: string) => {
  const [whole, fraction = ""] = decimal.split(".");
  return `${whole}.${fraction.padEnd(6, "0")}`;
};

const address = (byte: string) => `0x${byte.repeat(20)}`;

/** The proof of a payment that names the bill. @param amount in token units */
function paymentOf(bill: Bill, amount: bigint) {
  return {
    settlementId: "settlement1",
    invoiceId: bill.invoiceId,
    chainId: 31_337,
    contract: address("ee"),
    blockNumber: 7,
    blockHash: hashText("block"),
    transactionHash: hashText("transaction"),
    logIndex: 0,
    event: {
      referenceHash: billHash(bill),
      invoiceHash: hashText(bill.invoiceId),
      payer: address("aa"),
      merchant: address("bb"),
      token: address("cc"),
      amount: String(amount),
      operator: address("dd"),
    },
  };
}

/** What balances have paid for usage of a month: the seller's own charges pay at most what the usage costs beside the rest. */
function prepaidOf(
  components: Component[],
  usage: readonly Recorded[],
  totals: readonly PrefixTotals[],
): bigint {
  const prefixes = prefixesOf(components);
  const pricesAll = components.some((one) => !("amount" in one) && one.prefix === undefined);
  const price = usagePricer(components);
  const costOf = (usage: readonly PrefixTotals[]) => price(usage.map(usageUnits));
  const meter = new UsageMeter(prefixes);
  let own = 0n;
  for (const { event, charge } of usage) {
    if (charge === "by card") meter.add(event);
    const isPriced = pricesAll || prefixes.includes(event.eventKey.split(":")[0] ?? "");
    if (typeof charge === "bigint" && isPriced) own += charge;
  }
  const byCard = costOf(meter.end().totals);
  const left = costOf(totals) - byCard;
  return byCard + (left < 0n ? 0n : own < left ? own : left);
}

interface Recorded {
  readonly event: BilledEvent;
  readonly charge: Usage["charge"];
  isVoided: boolean;
}

/** The bills of a subscription, the oldest first. A month that costs nothing, or less than was billed before, has none. */
export function billsOf(components: Component[], steps: readonly Step[]): Told[] {
  const prefixes = prefixesOf(components);
  const cardHash = rateCardHash(components);
  const recorded: Recorded[] = [];
  const roots = new Roots("subscription1");
  /** What is in no root yet. */
  const changes: Change[] = [];
  /** What the newest bill says of each month. */
  const said = new Map<number, { readonly bill: number; readonly period: BilledPeriod }>();
  const told: Told[] = [];
  const voided = new Set<number>();
  for (const [month, step] of steps.entries()) {
    for (const { month: of, after, charge, ...usage } of step.recorded) {
      const occurredAt = new Date(Date.parse(monthStart(Math.min(of, month))) + after);
      const event = { ...usage, occurredAt: occurredAt.toISOString() };
      recorded.push({ event, charge, isVoided: false });
      changes.push(event);
    }
    for (const place of step.voided) {
      const one = recorded[place % Math.max(recorded.length, 1)];
      if (one === undefined || one.isVoided) continue;
      one.isVoided = true;
      changes.push({ eventKey: one.event.eventKey });
    }
    // Some bills have something that is in the root after them.
    const later = step.recorded.length % 2 === 0 ? [] : changes.splice(-1);
    roots.make(monthStart(month + 1), changes.splice(0));
    const usageRoot = roots.newest();
    roots.make(monthStart(month + 1), later);
    if (step.isVoided && told.length > 0) voided.add(told.length - 1);
    const counted = recorded
      .filter(({ isVoided }) => !isVoided)
      .sort(({ event: one }, { event: other }) => (one.occurredAt < other.occurredAt ? -1 : 1));
    const events = counted.map(({ event }) => event);
    const now = Array.from({ length: month + 1 }, (_, place): BilledPeriod => {
      const [from, to] = [monthStart(place), monthStart(place + 1)];
      const usage = counted.filter(
        ({ event }) => from <= event.occurredAt && event.occurredAt < to,
      );
      const meter = new UsageMeter(prefixes);
      for (const { event } of usage) meter.add(event);
      const { totals } = meter.end();
      const prepaid = prepaidOf(components, usage, totals);
      return {
        ...{ from, to, rateCardId: "card", rateCardHash: cardHash },
        prepaid: toDecimal(prepaid),
        charge: toDecimal(toUnits(rate(components, totals).amount) - prepaid),
        chargeBefore: said.get(place)?.period.charge ?? null,
        totals,
      };
    });
    const billed = told.reduce(
      (sum, { proof }, place) => (voided.has(place) ? sum : sum + toUnits(proof.bill.amount)),
      0n,
    );
    const charged = now.reduce((sum, { charge }) => sum + toUnits(charge ?? "0"), 0n);
    if (charged <= billed) continue;
    const periods = now.filter((period, place) => {
      const before = said.get(place);
      if (place === month) return true;
      if (before === undefined)
        return period.totals.length > 0 || toUnits(period.charge ?? "0") > 0n;
      const { totals } = before.period;
      return voided.has(before.bill) || JSON.stringify(totals) !== JSON.stringify(period.totals);
    });
    const own = now[month];
    const rated = rate(components, own?.totals ?? []);
    const amount = charged - billed;
    const billsBefore = told.map(({ proof }) => proof.bill).reverse();
    const bill: Bill = {
      version: 1,
      invoiceId: `invoice${told.length + 1}`,
      serviceId: "service1",
      subscriptionId: "subscription1",
      amount: toDecimal(amount),
      currency: "USDC",
      periodStart: monthStart(month),
      periodEnd: monthStart(month + 1),
      lines: billLines(
        rated.lines,
        own?.prepaid ?? "0",
        toDecimal(amount - toUnits(own?.charge ?? "0")),
      ).map(({ description, ...decimals }) => ({
        description,
        quantity: inFull(decimals.quantity),
        unitAmount: inFull(decimals.unitAmount),
        amount: inFull(decimals.amount),
      })),
      usage: {
        billNumber: told.length + 1,
        billBefore: billsBefore[0] === undefined ? null : billHash(billsBefore[0]),
        periods,
        charged: toDecimal(charged),
        billed: toDecimal(billed),
      },
      usageRoot: usageRoot && { number: usageRoot.number, root: usageRoot.root },
    };
    for (const [place, period] of now.entries()) {
      if (periods.includes(period)) said.set(place, { bill: told.length, period });
    }
    const billedEvents = events.filter(({ occurredAt }) =>
      periods.some(({ from, to }) => from <= occurredAt && occurredAt < (to ?? "9")),
    );
    const from = Math.min(
      ...[bill, ...billsBefore.slice(0, 1)].map((one) => one.usageRoot?.number ?? 1),
    );
    const credited = step.credited < amount ? step.credited : 0n;
    const prepaid = step.prepaid < amount - credited ? step.prepaid : 0n;
    told.push({
      proof: {
        billHash: billHash(bill),
        bill,
        credited: toDecimal(credited),
        paidFromBalance: toDecimal(prepaid),
        rateCards: [{ id: "card", components }],
        billsBefore,
        settlement: paymentOf(bill, amount - credited - prepaid),
      },
      ...roots.toldOf(billedEvents, from),
    });
  }
  return told;
}

const usage = fc.record({
  month: fc.nat(3),
  prefix: fc.constantFrom("reads", "writes", "seats", "other"),
  units: fc.oneof(
    fc.nat(30).map((whole) => whole * 1_000_000),
    fc.nat(30_000_000),
  ),
  // Often the same millisecond.
  after: fc.oneof(fc.nat(3), fc.nat(28 * 86_400_000)),
  charge: fc.oneof(
    fc.constant(undefined),
    fc.constant("by card" as const),
    fc.bigInt({ min: 0n, max: 3_000_000n }),
  ),
});

/** Much usage costs less than the part of it that was prepaid. */
const degressive: Component[] = [
  {
    ...{ type: "VOLUME", description: "Usage" },
    tiers: [
      { upTo: "40", unitAmount: "1" },
      { upTo: null, unitAmount: "0.02" },
    ],
  },
];

/** Subscriptions of up to four months, with usage that is late and usage that is voided. */
export const histories: fc.Arbitrary<Told[]> = fc
  .record({
    components: fc.oneof({ weight: 5, arbitrary: cards }, fc.constant(degressive)),
    steps: fc.array(
      fc.record({
        used: fc.array(usage, { maxLength: 12 }),
        voided: fc.array(fc.nat(), { maxLength: 2 }),
        isVoided: fc.boolean(),
        credited: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2_000_000n })),
        prepaid: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2_000_000n })),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ components, steps }) =>
    billsOf(
      components,
      steps.map(({ used, ...step }, number) => ({
        ...step,
        recorded: used.map(({ prefix, units, ...one }, place) => ({
          ...one,
          eventKey: `${prefix}:${number}-${place}`,
          quantity: toDecimal(BigInt(units)),
        })),
      })),
    ),
  );
