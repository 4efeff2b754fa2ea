import type { Component } from "@usance/rating";
import { type Bill, billHash, hashText, rateCardHash } from "../src/index.ts";
import { billsOf, monthStart, type Told } from "./histories.ts";
import { changesHashOf, hashOf, rootOf } from "./roots.ts";

/* An honest invoice, and what a liar can change in what is told of it. */

type Writable<T> = { -readonly [Name in keyof T]: Writable<T[Name]> };
export type Changeable = Writable<Told>;
type Change = (told: Changeable) => unknown;

const components: Component[] = [
  {
    type: "GRADUATED",
    description: "Requests",
    prefix: "requests",
    tiers: [
      { upTo: "1000", unitAmount: "0.01" },
      { upTo: null, unitAmount: "0.002" },
    ],
  },
  { type: "PER_UNIT", description: "Peak", prefix: "seats", measure: "MAX", unitAmount: "0.5" },
  { type: "PER_UNIT", description: "Newest", measure: "LAST", unitAmount: "0.001" },
  { type: "FLAT", description: "Fee", amount: "5" },
  { type: "MINIMUM", description: "Minimum", amount: "70" },
];

/** 40 events in a month, some of them in the same millisecond. In the third month, one was charged to a prepaid balance. */
const usageOf = (month: number) =>
  [...Array(40).keys()].map((at) => {
    const place = 40 * month + at;
    return {
      month,
      eventKey: `${["requests", "seats", "other"][place % 3]}:${place}`,
      quantity: `${(place * 37) % 101}.${String((place * 7_919) % 1_000_000).padStart(6, "0")}`,
      after: Math.floor(at / 2) * 3_600_000,
      charge: place === 80 ? 2_000_000n : undefined,
    };
  });

const mistake = { month: 1, eventKey: "requests:mistake", quantity: "1.000000", after: 2 };
const late = { month: 1, eventKey: "requests:late", quantity: "10000.000000", after: 1 };
const steps = [0, 1, 2].map((month) => ({
  recorded: [...usageOf(month), ...([[], [mistake], [late]][month] ?? [])],
  voided: month === 1 ? [80] : [],
  isVoided: false,
  credited: month === 2 ? 1_500_000n : 0n,
  prepaid: 0n,
}));

/**
 * The third bill of a subscription, which bills a month and late usage of the one before. A credit note lowered it. Of its
 * usage, root 2 has that of the month before, root 3 the void of a mistake, root 4 that of the month, and root 5 the late one.
 */
export function honest(): Changeable {
  const told = billsOf(components, steps).at(-1);
  if (told === undefined) throw new Error("There is a third bill.");
  return structuredClone(told) as Changeable;
}

const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items.at(place);
  if (item === undefined) throw new Error(`There is no item ${place}.`);
  return item;
};
const set = <Of extends object>(of: Of, fields: Partial<Of>) => Object.assign(of, fields);
const usageIn = ({ usage }: Writable<Bill>) => {
  if (usage === null) throw new Error("It bills usage.");
  return usage;
};
const billIn = ({ proof }: Changeable) => proof.bill;
const periodIn = (told: Changeable, place: number) => at(usageIn(billIn(told)).periods, place);
const lineIn = (told: Changeable, place: number) => at(billIn(told).lines, place);
const cardIn = ({ proof }: Changeable) => at(proof.rateCards, 0).components;
const tiersIn = (told: Changeable) => {
  const component = at(cardIn(told), 0);
  if (!("tiers" in component)) throw new Error("It has tiers.");
  return component.tiers;
};
const eventIn = (told: Changeable) => {
  const { settlement } = told.proof;
  if (settlement === null) throw new Error("It is paid.");
  return settlement.event;
};

/** The bills, the oldest first. */
const billsIn = ({ proof }: Changeable) => [...proof.billsBefore].reverse().concat(proof.bill);
const before = (told: Changeable, number: number) => at(billsIn(told), number - 1);

/** Hashes the bills again, and settles the last one, as a service that lies from the start. */
function seal(told: Changeable): void {
  const bills = billsIn(told);
  for (const [place, bill] of bills.entries()) {
    const older = bills[place - 1];
    const isNamed = bill.usage !== null && bill.usage.billBefore !== null;
    if (isNamed && older !== undefined) set(usageIn(bill), { billBefore: billHash(older) });
  }
  const { proof } = told;
  const hash = billHash(proof.bill);
  proof.billHash = hash;
  const units = (text: string) => BigInt(text.replace(".", ""));
  const amount = String(units(proof.bill.amount) - units(proof.credited));
  set(eventIn(told), { referenceHash: hash, invoiceHash: hashText(proof.bill.invoiceId), amount });
}

const sealed =
  (change: Change): Change =>
  (told) => {
    change(told);
    seal(told);
  };

const rootIn = ({ usageRoots }: Changeable, number: number) => {
  const root = usageRoots.find((one) => one.number === number);
  if (root === undefined) throw new Error(`There is no root ${number}.`);
  return root;
};

/** Computes the roots again, and has the bills name them, as a service that lies from the start. */
const rerooted =
  (change: Change): Change =>
  (told) => {
    change(told);
    for (const [place, root] of told.usageRoots.entries()) {
      const own = told.usageEvents.filter((event) => event.root === root.number).map(hashOf);
      if (root.otherChanges !== null) {
        const all = [...own, ...root.otherChanges];
        set(root, { changesHash: changesHashOf(all), eventCount: all.length - root.voidCount });
      }
      const older = told.usageRoots[place - 1];
      if (older !== undefined) root.rootBefore = older.root;
      root.root = rootOf(root);
      for (const { usageRoot } of billsIn(told)) {
        if (usageRoot?.number === root.number) usageRoot.root = root.root;
      }
    }
    seal(told);
  };

/** Asks for more, as if it had been charged from a bill on. */
function overcharge(told: Changeable, from: number): void {
  for (const bill of billsIn(told).slice(from - 1)) {
    const usage = usageIn(bill);
    set(usage, { charged: plus(usage.charged ?? "", 1_000) });
  }
  set(billIn(told), { amount: plus(billIn(told).amount, 1_000), lines: [] });
}

const plus = (decimal: string, whole: number) => {
  const [units = "", fraction] = decimal.split(".");
  return `${BigInt(units) + BigInt(whole)}.${fraction}`;
};
const february = "the period from 2026-02-01 00:00:00 UTC";
const inFebruary = (words: string, count = 81) =>
  new RegExp(
    `^${count} usage events: not those of the bill\\. First, in ${february}, ${words}\\.$`,
  );
const otherCard = new RegExp(
  `^The rate card of ${february} is not the one that the bill names\\.$`,
);
const otherLines = /^The seller wrote the lines\. By the rate card, the first other one, line /;
const otherBill = /^A bill that came with the proof is not the one that bill [23] names\.$/;
const otherHash =
  /^The hash of the bill is 0x[0-9a-f]{64}, and not the one that the service says\.$/;
const otherInvoice = /^The record of the payment names another invoice\.$/;
const otherReference = /^The seller settled it under another reference\. /;

const contentOf = (number: number) =>
  new RegExp(`^Usage root ${number} contains other usage than is told\\.$`);
const fieldsOf = (number: number) =>
  new RegExp(`^Usage root ${number} is not what its fields and the root before say\\.$`);
const voidedBefore = /^The usage event seats:40 was voided before the bill\.$/;
const namedRoot = (number: number, by = "the bill") =>
  new RegExp(`^Usage root ${number} is not the one that ${by} names\\.$`);

/**
 * Lies of a service or of a file, by name: how each changes what is told, and what is then said that is not good.
 */
export const lies: readonly (readonly [name: string, change: Change, found: RegExp])[] = [
  [
    "an event is added",
    ({ usageEvents }) =>
      usageEvents.splice(1, 0, { ...at(usageEvents, 0), eventKey: "requests:new" }),
    inFebruary("under requests, the number of events is 15, and 14 in the bill", 82),
  ],
  [
    "an event is left out",
    ({ usageEvents }) => usageEvents.splice(3, 1),
    inFebruary("under requests, the number of events is 13, and 14 in the bill", 80),
  ],
  [
    "no event is told",
    ({ usageEvents }) => usageEvents.splice(0),
    inFebruary("the number of events is 0, and 13 in the bill", 0),
  ],
  [
    "an event is doubled",
    ({ usageEvents }) => usageEvents.splice(5, 0, at(usageEvents, 4)),
    /^The usage event seats:43 is there twice\.$/,
  ],
  [
    "an event is doubled later",
    ({ usageEvents }) =>
      usageEvents.push({ ...at(usageEvents, 80), eventKey: at(usageEvents, 4).eventKey }),
    /^The usage event seats:43 is there twice\.$/,
  ],
  [
    "an event is moved to another period",
    ({ usageEvents }) => set(at(usageEvents, 40), { occurredAt: monthStart(2) }),
    inFebruary("under seats, the number of events is 13, and 14 in the bill"),
  ],
  [
    "an event is moved out of all periods",
    ({ usageEvents }) => set(at(usageEvents, 80), { occurredAt: monthStart(3) }),
    /^The usage event seats:118 is in no period of the bill\.$|^The usage event \w+:\d+ is in no period of the bill\.$/,
  ],
  [
    "an event is older than the one before",
    ({ usageEvents }) => set(at(usageEvents, 20), { occurredAt: monthStart(1) }),
    /^The usage event \w+:\d+ occurred before the event before it\.$/,
  ],
  [
    "an event is changed in the sixth decimal",
    ({ usageEvents }) => set(at(usageEvents, 3), { quantity: "39.332599" }),
    inFebruary("under requests, the sum is 10,687\\.176821, and 10,687\\.17682 in the bill"),
  ],
  [
    "an event is moved by a millisecond",
    ({ usageEvents }) => set(at(usageEvents, 2), { occurredAt: "2026-02-01T00:00:00.002Z" }),
    inFebruary("under requests, the hash of the events is another"),
  ],
  [
    "an event has another key",
    ({ usageEvents }) => set(at(usageEvents, 3), { eventKey: "requests:0" }),
    inFebruary("under requests, the hash of the events is another"),
  ],
  [
    "an event has another prefix",
    ({ usageEvents }) => set(at(usageEvents, 3), { eventKey: "seats:42" }),
    inFebruary("under requests, the number of events is 13, and 14 in the bill"),
  ],
  [
    "two quantities are exchanged",
    ({ usageEvents }) => {
      const [one, other] = [at(usageEvents, 36), at(usageEvents, 39)];
      [one.quantity, other.quantity] = [other.quantity, one.quantity];
    },
    inFebruary("under requests, the last quantity is [\\d.]+, and [\\d.]+ in the bill"),
  ],
  ["the end of a tier", (told) => set(at(tiersIn(told), 0), { upTo: "999" }), otherCard],
  ["the price of a tier", (told) => set(at(tiersIn(told), 1), { unitAmount: "0.001" }), otherCard],
  ["a minimum", (told) => set(at(cardIn(told), 4), { amount: "69" } as Component), otherCard],
  ["a measure", (told) => set(at(cardIn(told), 1), { measure: "SUM" } as Component), otherCard],
  ["a component is left out", (told) => cardIn(told).splice(3, 1), otherCard],
  [
    "the components are in another order",
    (told) => cardIn(told).unshift(...cardIn(told).splice(1, 1)),
    otherCard,
  ],
  ["no rate card", ({ proof }) => proof.rateCards.splice(0), otherCard],
  [
    "another rate card that the bill names",
    (told) => {
      set(at(tiersIn(told), 1), { unitAmount: "0.001" });
      for (const place of [0, 1]) {
        set(periodIn(told, place), { rateCardHash: rateCardHash(cardIn(told)) });
      }
    },
    new RegExp(`^In bill 3, ${february} has another rate card than in an earlier bill\\.$`),
  ],
  ["a line has other words", (told) => set(lineIn(told, 0), { description: "Tokens" }), otherLines],
  [
    "a line has another quantity",
    (told) => set(lineIn(told, 0), { quantity: "765.191754" }),
    otherLines,
  ],
  [
    "a line has another price",
    (told) => set(lineIn(told, 0), { unitAmount: "0.010001" }),
    otherLines,
  ],
  [
    "two lines share their amounts differently",
    (told) => {
      set(lineIn(told, 3), { amount: "4.000000" });
      set(lineIn(told, 4), { amount: "10.855555" });
    },
    /^The lines do not add up to |^The seller wrote the lines\. /,
  ],
  [
    "a line has another amount",
    (told) => set(lineIn(told, 3), { amount: "6.000000" }),
    /^The lines do not add up to /,
  ],
  ["a line is left out", (told) => billIn(told).lines.splice(3, 1), /^The lines do not add up to /],
  [
    "the amount",
    (told) => set(billIn(told), { amount: "1.000000" }),
    /^The lines do not add up to 1\.00 USDC\.$/,
  ],
  [
    "the amount, and no lines",
    (told) => set(billIn(told), { amount: "1.000000", lines: [] }),
    /^The seller set the amount\. By the rate card, 80\.663996 USDC is due\.$/,
  ],
  [
    "what a period costs",
    (told) => {
      set(periodIn(told, 1), { charge: "69.000000" });
      set(usageIn(billIn(told)), { charged: "221.663996" });
      set(billIn(told), { amount: "81.663996" });
    },
    /^By its rate card, the period from 2026-03-01 00:00:00 UTC costs 70\.00 USDC less 2\.00 USDC that is prepaid, and 69\.00 USDC in the bill\.$/,
  ],
  [
    "what is prepaid",
    (told) => set(periodIn(told, 1), { prepaid: "1.000000" }),
    /^By its rate card, the period from 2026-03-01 00:00:00 UTC costs 70\.00 USDC less 1\.00 USDC that is prepaid, and 68\.00 USDC in the bill\.$/,
  ],
  [
    "nothing is prepaid",
    (told) => set(periodIn(told, 1), { prepaid: "0.000000" }),
    /^By its rate card, the period from 2026-03-01 00:00:00 UTC costs 70\.00 USDC, and 68\.00 USDC in the bill\.$/,
  ],
  [
    "less than nothing is prepaid",
    (told) => set(periodIn(told, 0), { prepaid: "-1.000000", charge: "83.663996" }),
    /^bill\.usage\.periods\.0\.prepaid must be a decimal with six decimal places\.$/,
  ],
  [
    "nobody says what is prepaid",
    (told) => set(periodIn(told, 1), { prepaid: null, charge: "70.000000" }),
    /^bill\.usage\.periods\.1\.prepaid must be null if the charge is, and only then\.$/,
  ],
  [
    "what was prepaid in a bill before",
    sealed((told) => set(at(usageIn(before(told, 1)).periods, 0), { prepaid: "1.000000" })),
    /^By its rate card, the period from 2026-01-01 00:00:00 UTC costs 70\.00 USDC less 1\.00 USDC that is prepaid, and 70\.00 USDC in the bill\.$/,
  ],
  [
    "a bill before charged more than its period costs less what is prepaid",
    sealed((told) => {
      const prepaid = { prepaid: "1.000000", charge: "69.000000" };
      set(at(usageIn(before(told, 1)).periods, 0), prepaid);
    }),
    /^Bill 1 counts an earlier one, and there is none\.$/,
  ],
  [
    "the prepaid usage is in no line",
    (told) => {
      const { lines } = billIn(told);
      const place = lines.findIndex(({ description }) => description === "Prepaid usage");
      lines.splice(place, 1);
      set(at(lines, -1), { amount: "10.663996", unitAmount: "10.663996" });
    },
    otherLines,
  ],
  [
    "what a period cost before",
    (told) => set(periodIn(told, 0), { chargeBefore: "60.000000" }),
    /^In bill 3, the period from 2026-02-01 00:00:00 UTC cost 60\.000000 before, and 70\.000000 in an earlier bill\.$/,
  ],
  [
    "what all usage costs",
    (told) => set(usageIn(billIn(told)), { charged: "1.000000" }),
    /^Bill 3 asks for 80\.663996 USDC, and -139\.00 USDC is due\.$/,
  ],
  [
    "what was billed",
    (told) => set(usageIn(billIn(told)), { billed: "1.000000" }),
    /^Before bill 3, 140\.00 USDC was billed, and it counts 1\.00 USDC: /,
  ],
  [
    "what all usage costs, and what was billed",
    (told) => set(usageIn(billIn(told)), { charged: "221.663996", billed: "141.000000" }),
    /^By bill 2, 220\.663996 USDC of usage is charged up to bill 3, which says 221\.663996 USDC\.$/,
  ],
  [
    "more is due because less was billed",
    (told) => {
      set(usageIn(billIn(told)), { billed: "130.000000" });
      set(billIn(told), { amount: "90.663996", lines: [] });
    },
    /^Before bill 3, 140\.00 USDC was billed, and it counts 130\.00 USDC: the rest was credited, voided or not paid in time, says the seller\.$/,
  ],
  [
    "a count",
    (told) => set(at(periodIn(told, 0).totals, 1), { count: 15 }),
    inFebruary("under requests, the number of events is 14, and 15 in the bill"),
  ],
  [
    "a sum",
    (told) => set(at(periodIn(told, 0).totals, 1), { quantity: "10687.176821" }),
    inFebruary("under requests, the sum is 10,687\\.17682, and 10,687\\.176821 in the bill"),
  ],
  [
    "a largest quantity",
    (told) => set(at(periodIn(told, 0).totals, 2), { max: "97.000000" }),
    inFebruary("under seats, the largest quantity is 96\\.388031, and 97 in the bill"),
  ],
  [
    "a last quantity",
    (told) => set(at(periodIn(told, 0).totals, 0), { last: "21.609764" }),
    inFebruary("the last quantity is 21\\.609763, and 21\\.609764 in the bill"),
  ],
  [
    "a root is rewritten",
    (told) => set(at(periodIn(told, 0).totals, 1), { root: hashText("other") }),
    inFebruary("under requests, the hash of the events is another"),
  ],
  [
    "the prefixes are in another order",
    (told) => periodIn(told, 0).totals.reverse(),
    inFebruary("the order of the prefixes is another"),
  ],
  [
    "a period is there twice",
    (told) => usageIn(billIn(told)).periods.push(periodIn(told, 1)),
    /^The periods of bill 3 overlap\.$/,
  ],
  [
    "a period is left out",
    (told) => usageIn(billIn(told)).periods.shift(),
    /^By bill 2, 208\.00 USDC of usage is charged up to bill 3, which says 220\.663996 USDC\.$/,
  ],
  [
    "no usage",
    (told) => set(billIn(told), { usage: null, usageRoot: null }),
    /^This invoice bills no usage that the service measured; /,
  ],
  ["no bill before", (told) => set(usageIn(billIn(told)), { billBefore: null }), otherBill],
  [
    "another bill before",
    (told) => set(usageIn(billIn(told)), { billBefore: hashText("other") }),
    otherBill,
  ],
  [
    "the currency",
    (told) => set(billIn(told), { currency: "EURC" }),
    /^bill\.currency must be USDC\.$/,
  ],
  ["the hash", ({ proof }) => set(proof, { billHash: hashText("other") }), otherHash],
  [
    "the amount of a bill before",
    ({ proof }) => set(at(proof.billsBefore, 0), { amount: "1.000000" }),
    otherBill,
  ],
  [
    "a root of a bill before",
    ({ proof }) =>
      set(at(at(usageIn(at(proof.billsBefore, 1)).periods, 0).totals, 0), {
        root: hashText("other"),
      }),
    otherBill,
  ],
  ["a bill before is left out", ({ proof }) => proof.billsBefore.shift(), otherBill],
  ["bills before are exchanged", ({ proof }) => proof.billsBefore.reverse(), otherBill],
  [
    "a bill before is of another subscription",
    (told) => {
      const before = set(at(told.proof.billsBefore, 0), { subscriptionId: "subscription2" });
      set(usageIn(billIn(told)), { billBefore: billHash(before as Bill) });
    },
    /^Bill 1 is of another subscription than bill 2\.$/,
  ],
  ["another invoice", (told) => set(billIn(told), { invoiceId: "invoice4" }), otherInvoice],
  [
    "the settlement of another invoice",
    (told) => set(eventIn(told), { invoiceHash: hashText("invoice2") }),
    otherInvoice,
  ],
  [
    "the amount that was paid",
    (told) => set(eventIn(told), { amount: "1" }),
    /^It names 0\.000001 USDC, and 79\.163996 USDC was due\.$/,
  ],
  [
    "a credit",
    ({ proof }) => set(proof, { credited: "1.500001" }),
    /^It names 79\.163996 USDC, and 79\.163995 USDC was due\.$/,
  ],
  [
    "what was paid from a balance",
    ({ proof }) => set(proof, { paidFromBalance: "0.000001" }),
    /^It names 79\.163996 USDC, and 79\.163995 USDC was due\.$/,
  ],
  [
    "the reference of the payment",
    (told) => set(eventIn(told), { referenceHash: hashText("other") }),
    otherReference,
  ],
  ["no payment", ({ proof }) => set(proof, { settlement: null }), /^The invoice is not paid\.$/],
  [
    "a number that is no decimal",
    (told) => set(usageIn(billIn(told)), { billed: "1e2" }),
    /^bill\.usage\.billed must be a decimal with six decimal places\.$/,
  ],
  // Lies from the start, in which all hashes fit.
  [
    "all bills charge more than the first one's amount",
    sealed((told) => overcharge(told, 1)),
    /^Bill 1 counts an earlier one, and there is none\.$/,
  ],
  [
    "the second bill charges more, and asks for it later",
    sealed((told) => overcharge(told, 2)),
    /^By bill 1, 140\.00 USDC of usage is charged up to bill 2, which says 1,140\.00 USDC\.$/,
  ],
  [
    "the last bill charges more",
    sealed((told) => overcharge(told, 3)),
    /^By bill 2, 220\.663996 USDC of usage is charged up to bill 3, which says 1,220\.663996 USDC\.$/,
  ],
  [
    "a bill before has no charge",
    sealed((told) => {
      set(usageIn(before(told, 2)), { charged: null });
      overcharge(told, 3);
    }),
    /^Bill 2 has no price\.$/,
  ],
  [
    "a bill before has a negative amount",
    sealed((told) => set(before(told, 2), { amount: "-1000.000000" })),
    /^billsBefore\.0\.amount must be a decimal with six decimal places\.$/,
  ],
  [
    "a bill before has a period twice",
    sealed((told) => {
      const { periods } = usageIn(before(told, 2));
      periods.push(at(periods, 0));
    }),
    /^The periods of bill 2 overlap\.$/,
  ],
  [
    "a period that no bill has cost less before",
    sealed((told) => set(periodIn(told, 1), { chargeBefore: "30.000000" })),
    /^In bill 3, the period from 2026-03-01 00:00:00 UTC cost 30\.000000 before, and no earlier bill has it\.$/,
  ],
  [
    "a month is billed again from a millisecond earlier",
    sealed((told) =>
      set(periodIn(told, 0), { from: "2026-01-31T23:59:59.999Z", chargeBefore: null }),
    ),
    /^In bill 3, the period from 2026-01-31 23:59:59 UTC overlaps one of an earlier bill\.$/,
  ],
  [
    "a month has another form of its start",
    sealed((told) => set(periodIn(told, 0), { from: "2026-02-01T00:00:00Z", chargeBefore: null })),
    /^bill\.usage\.periods\.0\.from must be a time in UTC with milliseconds\.$/,
  ],
  [
    "a fee for no time",
    sealed((told) => {
      const { periods } = usageIn(billIn(told));
      const own = at(periods, 1);
      periods.splice(1, 0, { ...own, to: own.from, totals: [] });
    }),
    /^The periods of bill 3 overlap\.$/,
  ],
  [
    "the first bill is not shown",
    ({ proof }) => proof.billsBefore.pop(),
    /^The bills before bill 2 are not part of this proof, so /,
  ],
  [
    "no bill before is shown, and a month is billed again",
    sealed((told) => {
      told.proof.billsBefore.splice(0);
      set(periodIn(told, 0), { chargeBefore: null });
      set(usageIn(billIn(told)), { billed: "70.000000" });
      set(billIn(told), { amount: "150.663996", lines: [] });
    }),
    /^The bills before bill 3 are not part of this proof, so /,
  ],
  [
    "a bill is passed over",
    sealed((told) => {
      told.proof.billsBefore.shift();
      set(periodIn(told, 0), { chargeBefore: null });
      set(usageIn(billIn(told)), { billed: "70.000000" });
      set(billIn(told), { amount: "150.663996", lines: [] });
    }),
    /^A number before it is of no bill: a credit of usage has it, says the seller\.$/,
  ],
  [
    "numbers that do not grow",
    sealed((told) => set(usageIn(before(told, 2)), { billNumber: 9 })),
    /^Bill 3 follows bill 9\.$/,
  ],
  [
    "the first bill names another one",
    sealed((told) => set(usageIn(before(told, 1)), { billBefore: hashText("hidden") })),
    /^Bill 1 names a bill before it\.$/,
  ],
  [
    "a bill without a number counts earlier ones",
    sealed((told) => {
      told.proof.billsBefore.splice(0);
      set(usageIn(billIn(told)), { billNumber: null, billBefore: null });
    }),
    /^Invoice invoice3 counts an earlier one, and there is none\.$/,
  ],
  [
    "a negative credit",
    sealed(({ proof }) => set(proof, { credited: "-1000.000000" })),
    /^credited must be a decimal with six decimal places\.$/,
  ],
  [
    "more credit than the amount",
    sealed(({ proof }) => set(proof, { credited: "100.000000" })),
    /^It names -\d|^settlement\.event\.amount must be the digits of a whole number\.$/,
  ],
  [
    "another period than that of its usage",
    sealed((told) => set(billIn(told), { periodStart: monthStart(-12) })),
    /^Bill 3 is not of the last of its periods\.$/,
  ],
  [
    "one line for all",
    sealed((told) => {
      const { amount } = billIn(told);
      const line = { quantity: "1.000000", unitAmount: amount, amount };
      set(billIn(told), { lines: [{ description: "Changes to earlier periods", ...line }] });
    }),
    otherLines,
  ],
  [
    "a bill before is of another service",
    sealed((told) => set(before(told, 1), { serviceId: "service2" })),
    /^Bill 1 is of another subscription than bill 2\.$/,
  ],
  [
    "a bill before is of the same invoice",
    sealed((told) => set(before(told, 2), { invoiceId: "invoice3" })),
    /^Bill 3 has the invoice of another bill\.$/,
  ],
  [
    "a field that no bill has",
    sealed((told) => Object.assign(billIn(told), { discount: "50%" })),
    /^bill has no field discount\.$/,
  ],
  [
    "a field that no component has",
    sealed((told) => Object.assign(at(cardIn(told), 3), { tiers: null })),
    /^rateCards\.0\.components\.3 has no field tiers\.$/,
  ],
  [
    "all is billed after a bill without a number",
    sealed((told) => {
      const first = before(told, 1);
      told.proof.billsBefore.splice(0, 2, first);
      const none = { prepaid: null, charge: null, rateCardHash: null, rateCardId: null };
      for (const period of usageIn(first).periods) set(period, none);
      set(usageIn(first), { billNumber: null, charged: null });
      set(first, { amount: "0.000000", lines: [] });
      for (const place of [0, 1]) set(periodIn(told, place), { chargeBefore: null });
      const all = { billNumber: 2, billed: "0.000000", charged: "1220.663996" };
      set(usageIn(billIn(told)), all);
      set(billIn(told), { amount: all.charged, lines: [] });
    }),
    /^Bill 2 follows invoice invoice1\.$/,
  ],
  [
    "a month is billed again with other digits",
    sealed((told) => {
      const other = (time: string) => time.replace("2", "２");
      const [from, to] = [other(monthStart(1)), other(monthStart(2))];
      usageIn(billIn(told)).periods.push({ ...periodIn(told, 0), from, to, chargeBefore: null });
      set(usageIn(billIn(told)), { charged: "303.327992" });
      set(billIn(told), { amount: "163.327992", lines: [], periodStart: from });
    }),
    /^bill\.periodStart must be a time in UTC with milliseconds\.$/,
  ],
  [
    "a day that no month has",
    sealed((told) => set(billIn(told), { periodEnd: "2026-02-30T00:00:00.000Z" })),
    /^bill\.periodEnd must be a time in UTC with milliseconds\.$/,
  ],
  [
    "a fee for a month before the first one",
    sealed((told) => {
      const [from, to] = [monthStart(-1), monthStart(0)];
      const fee = { from, to, totals: [], charge: "70.000000", chargeBefore: null };
      usageIn(billIn(told)).periods.unshift({ ...periodIn(told, 0), ...fee });
      set(usageIn(billIn(told)), { charged: "290.663996" });
      set(billIn(told), { amount: "150.663996", lines: [] });
    }),
    /^In bill 3, the period from 2025-12-01 00:00:00 UTC costs something without usage, and no earlier bill has it\.$/,
  ],
  [
    "a fee for no time at the end",
    sealed((told) => {
      const end = monthStart(3);
      const fee = { from: end, to: end, totals: [], chargeBefore: null };
      usageIn(billIn(told)).periods.push({ ...periodIn(told, 1), ...fee, charge: "70.000000" });
      set(usageIn(billIn(told)), { charged: "290.663996" });
      set(billIn(told), { amount: "150.663996", lines: [], periodStart: end });
    }),
    /^The periods of bill 3 overlap\.$/,
  ],
  [
    "an end before the start",
    sealed((told) => set(billIn(told), { periodEnd: monthStart(0) })),
    /^Bill 3 ends before it begins\.$/,
  ],
  [
    "an older usage root than the bill before names",
    sealed((told) => set(billIn(told), { usageRoot: before(told, 1).usageRoot })),
    /^The usage root of bill 3 does not go on from that of bill 2\.$/,
  ],
  [
    "another usage root of the same number",
    sealed((told) => set(billIn(told), { usageRoot: { number: 2, root: hashText("another") } })),
    /^The usage root of bill 3 does not go on from that of bill 2\.$/,
  ],
  [
    "no usage root after one",
    sealed((told) => set(billIn(told), { usageRoot: null })),
    /^The usage root of bill 3 does not go on from that of bill 2\.$/,
  ],
  [
    "a usage root without usage",
    sealed((told) => set(billIn(told), { usage: null })),
    /^usageRoot must be null in a bill without usage\.$/,
  ],
  [
    "a type of component in a list",
    sealed((told) => Object.assign(at(cardIn(told), 3), { type: ["FLAT"] })),
    /^rateCards\.0\.components\.3\.type must be one of a rate card\.$/,
  ],
  [
    "an unknown measure",
    sealed((told) => Object.assign(at(cardIn(told), 1), { measure: "X" })),
    /^rateCards\.0\.components\.1\.measure must be a measure of rate cards\.$/,
  ],
  [
    "a usage event in another form",
    ({ usageEvents }) => set(at(usageEvents, 0), { quantity: "66.31676" }),
    /^The usage event seats:40\.quantity must be a decimal of at most 18 digits and six decimal places\.$/,
  ],
  // Lies about when usage was recorded.
  [
    "an event in a later root",
    ({ usageEvents }) => set(at(usageEvents, 0), { root: 5 }),
    contentOf(2),
  ],
  [
    "an event in a root that is not there",
    ({ usageEvents }) => set(at(usageEvents, 0), { root: 6 }),
    /^Usage root 6, which contains its usage, is not there\.$/,
  ],
  [
    "an event in no root",
    ({ usageEvents }) => set(at(usageEvents, 0), { root: null }),
    contentOf(2),
  ],
  [
    "half a number of a root",
    ({ usageEvents }) => set(at(usageEvents, 0), { root: 1.5 }),
    /^The usage event seats:40\.root must be a whole number from 1\.$/,
  ],
  ["no usage roots", ({ usageRoots }) => usageRoots.splice(0), /^Usage root 2 is not there\.$/],
  ["the last root is left out", ({ usageRoots }) => usageRoots.pop(), /^Usage root 5, which /],
  ["a root is left out", ({ usageRoots }) => usageRoots.splice(1, 1), fieldsOf(4)],
  [
    "the first root is left out",
    ({ usageRoots }) => usageRoots.shift(),
    /^Usage root 2 is not there\.$/,
  ],
  ["the roots are in another order", ({ usageRoots }) => usageRoots.reverse(), fieldsOf(4)],
  ["the time of a root", (told) => set(rootIn(told, 2), { createdAt: monthStart(1) }), fieldsOf(2)],
  [
    "the time of a root, in another form",
    (told) => set(rootIn(told, 2), { createdAt: "2026-03-01" }),
    /^usageRoots\.0\.createdAt must be a time in UTC with milliseconds\.$/,
  ],
  ["the number of a root's voids", (told) => set(rootIn(told, 3), { voidCount: 0 }), fieldsOf(3)],
  [
    "a root is older than the one before",
    rerooted((told) => set(rootIn(told, 3), { createdAt: monthStart(1) })),
    fieldsOf(3),
  ],
  [
    "a root was rewritten",
    (told) => {
      const { billHash: hash, ...proof } = structuredClone(told.proof);
      rerooted(() => set(rootIn(told, 2), { createdAt: monthStart(1) }))(told);
      set(told, { proof: { billHash: hash, ...proof } });
    },
    namedRoot(4),
  ],
  [
    "a bill before names another root",
    sealed((told) => set(before(told, 2), { usageRoot: { number: 2, root: hashText("other") } })),
    namedRoot(2, "a bill before"),
  ],
  [
    "a bill before names another root than the first one goes on from",
    sealed((told) => set(before(told, 1), { usageRoot: { number: 1, root: hashText("other") } })),
    namedRoot(1, "a bill before"),
  ],
  [
    "no other changes of a root",
    (told) => set(rootIn(told, 5), { otherChanges: undefined as never }),
    /^usageRoots\.3\.otherChanges must be a list\.$/,
  ],
  [
    "a root of another subscription",
    rerooted((told) => set(rootIn(told, 2), { subscriptionId: "subscription2" })),
    fieldsOf(2),
  ],
  ["a change of a root is left out", (told) => rootIn(told, 3).otherChanges?.pop(), contentOf(3)],
  [
    "a root has another change",
    (told) => rootIn(told, 4).otherChanges?.push(hashText("other")),
    contentOf(4),
  ],
  [
    "the changes of a root are not told",
    (told) => set(rootIn(told, 3), { otherChanges: null }),
    /^Usage root 3 contains other usage, which is not there to compare\.$/,
  ],
  [
    "an event had another quantity when it was recorded",
    (told) => {
      const event = at(told.usageEvents, 0);
      const { quantity } = event;
      rerooted(() => set(event, { quantity: "1.000000" }))(told);
      set(event, { quantity });
    },
    contentOf(2),
  ],
  [
    "an event was voided before the bill",
    rerooted((told) => {
      rootIn(told, 4).voidCount += 1;
      rootIn(told, 4).otherChanges?.push(hashOf({ eventKey: at(told.usageEvents, 0).eventKey }));
    }),
    voidedBefore,
  ],
  [
    "an event was voided before the bill, and the void is counted as an event",
    rerooted((told) =>
      rootIn(told, 4).otherChanges?.push(hashOf({ eventKey: at(told.usageEvents, 0).eventKey })),
    ),
    voidedBefore,
  ],
  [
    "an event was voided before it was recorded",
    rerooted((told) => {
      const event = told.usageEvents.find(({ root }) => root === 4);
      if (event === undefined) throw new Error("There is one.");
      rootIn(told, 3).otherChanges?.push(hashOf({ eventKey: event.eventKey }));
    }),
    /^The usage event other:80 was voided before the bill\.$/,
  ],
  [
    "the events of a root are counted as voids",
    rerooted((told) => set(rootIn(told, 2), { voidCount: 41 })),
    contentOf(2),
  ],
  [
    "an event was recorded twice",
    rerooted((told) => rootIn(told, 4).otherChanges?.push(hashOf(at(told.usageEvents, 0)))),
    /^Usage roots 2 and 4 contain the same change\.$/,
  ],
  [
    "an event was voided twice",
    rerooted(({ usageRoots }) => {
      const [, third, fourth] = usageRoots;
      fourth?.otherChanges?.push(...(third?.otherChanges ?? []));
    }),
    /^Usage roots 3 and 4 contain the same change\.$/,
  ],
  [
    "a bill before names another root, which is not told",
    rerooted(({ usageRoots, usageEvents }) => {
      usageRoots.shift();
      for (const event of usageEvents) if (event.root === 2) event.root = 3;
    }),
    /^Usage root 2 is not there\.$/,
  ],
  [
    "a quantity that is too large",
    ({ usageEvents }) => set(at(usageEvents, 0), { quantity: `1${"0".repeat(18)}.000000` }),
    /^The usage event seats:40\.quantity must be a decimal of at most 18 digits and six decimal places\.$/,
  ],
];
