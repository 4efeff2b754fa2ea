import {
  type Bill,
  type BilledEvent,
  billHash,
  hashText,
  rateCardHash,
  UsageMeter,
} from "@usance/proofs";
import { type Component, rate } from "@usance/rating";
import { sum } from "@usance/ui";
import { describe, expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import type { InvoiceProof } from "../api/billed-api.ts";
import { summaryOf } from "./findings.ts";
import { type Shown, verifyBilled } from "./verify-billed.ts";

type Writable<T> = { -readonly [Name in keyof T]: Writable<T[Name]> };

/** All that a service answers of an invoice, in a form that a test can change. */
type Told = Writable<{
  proof: Omit<InvoiceProof, "bill"> & { bill: Bill };
  events: BilledEvent[];
  shown: Shown;
  /** The log on the chain. */
  log: { address: string; topics: string[]; data: string };
}>;

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
];
const starts = ["2026-01-01", "2026-02-01", "2026-03-01"].map((day) => `${day}T00:00:00.000Z`);
const address = (byte: string) => `0x${byte.repeat(20)}`;
const word = (hex: string) => hex.slice(2).padStart(64, "0");

/** 40 events in each of two months, some of them in the same millisecond. */
const usage = [...Array(80).keys()].map((place): BilledEvent => {
  const month = Date.parse(starts[place < 40 ? 0 : 1] ?? "");
  return {
    eventKey: `${["requests", "seats", "other"][place % 3]}:${place}`,
    quantity: `${(place * 37) % 101}.${String((place * 7_919) % 1_000_000).padStart(6, "0")}`,
    occurredAt: new Date(month + Math.floor(place / 2) * 3_600_000).toISOString(),
  };
});

function totalsOf(events: readonly BilledEvent[], from: string, to: string) {
  const meter = new UsageMeter(["requests", "seats"]);
  for (const event of events) {
    if (from <= event.occurredAt && event.occurredAt < to) meter.add(event);
  }
  return meter.end().totals;
}

/** What an honest service tells of an invoice. @param changes of its bill */
function honest(changes: Partial<Bill> | ((bill: Writable<Bill>) => void) = {}): Told {
  const periods = [0, 1].map((place) => {
    const [from = "", to = ""] = starts.slice(place);
    const totals = totalsOf(usage, from, to);
    const { amount: charge } = rate(components, totals);
    const hash = rateCardHash(components);
    return { from, to, totals, rateCardId: "card", rateCardHash: hash, charge, chargeBefore: null };
  });
  const amount = sum(periods.map(({ charge }) => charge));
  const line = { description: "Usage", quantity: "1.000000", unitAmount: amount, amount };
  const bill: Writable<Bill> = {
    version: 1,
    invoiceId: "invoice1",
    serviceId: "service1",
    subscriptionId: "subscription1",
    amount,
    currency: "USDC",
    periodStart: starts[1] ?? null,
    periodEnd: starts[2] ?? null,
    lines: [line],
    usage: { billNumber: 1, billBefore: null, periods, charged: amount, billed: "0.000000" },
  };
  if (typeof changes === "function") changes(bill);
  else Object.assign(bill, changes);
  const hash = billHash(bill);
  const units = String(BigInt(bill.amount.replace(".", "")));
  const [payer, merchant, token, operator, contract] = ["aa", "bb", "cc", "dd", "ee"].map(
    address,
  ) as [string, string, string, string, string];
  const invoiceHash = hashText(bill.invoiceId);
  const event = {
    ...{ referenceHash: hash, invoiceHash, payer, merchant, token, amount: units, operator },
  };
  const transactionHash = hashText("transaction");
  const signature = "SettlementRecorded(bytes32,bytes32,address,address,address,uint256,address)";
  return structuredClone<Told>({
    proof: {
      billHash: hash,
      bill,
      rateCards: [{ id: "card", components }],
      settlement: {
        settlementId: "settlement1",
        invoiceId: bill.invoiceId,
        chainId: 31_337,
        contract,
        blockNumber: 7,
        blockHash: hashText("block"),
        transactionHash,
        logIndex: 0,
        event,
      },
    } as Told["proof"],
    events: usage,
    shown: {
      invoice: { amount: bill.amount, amountDue: bill.amount, lines: structuredClone(bill.lines) },
      receipt: {
        transactionHash,
        payerAddress: payer,
        merchantAddress: merchant,
        amount: bill.amount,
        confirmedAt: "2026-03-02T12:00:00.000Z",
        transactionUrl: null,
      },
    },
    log: {
      address: contract,
      topics: [hashText(signature), hash, invoiceHash, `0x${word(payer)}`],
      data: `0x${[merchant, token, `0x${BigInt(units).toString(16)}`, operator].map(word).join("")}`,
    },
  });
}

/** Verifies what a service tells, which has pages of 30 events. */
async function verified({ proof, events, shown, log }: Told) {
  const api = {
    usage: () => Promise.reject(new Error("It is not asked for.")),
    proof: async () => proof,
    usageEvents: async (_: string, cursor: string | null) => {
      const end = Number(cursor ?? 0) + 30;
      const usageEvents = events.slice(end - 30, end);
      return { usageEvents, nextCursor: end < events.length ? String(end) : null };
    },
  };
  const provider = {
    request: async ({ method }: { readonly method: string }) =>
      method === "eth_chainId" ? "0x7a69" : { logs: [log] },
  };
  const wallets = [{ id: "test", name: "Test Wallet", icon: null, provider }];
  const { signal } = new AbortController();
  const parts = { api, linkToken: "token", wallets, signal, onRead: () => undefined };
  return verifyBilled(shown, parts);
}

/** What is not good of what a service tells; the message of an error that ends the verification. */
async function problems(told: Told): Promise<readonly string[]> {
  try {
    const { findings } = await verified(told);
    return findings.flatMap(({ outcome, words }) => (outcome === "good" ? [] : [words]));
  } catch (error) {
    return [`${(error as Error).name}: ${(error as Error).message}`];
  }
}

const billUsageOf = (bill: Bill) =>
  (bill as Writable<Bill>).usage as Writable<NonNullable<Bill["usage"]>>;
const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items.at(place);
  if (item === undefined) throw new Error(`There is no item ${place}.`);
  return item;
};

const otherReference = expect.stringMatching(/^The seller settled it under another reference\. /);
const otherHash = "The service says another hash of the bill than this browser computed.";

test("an honest bill is computed again up to the chain", async () => {
  const told = honest();
  const { findings, billHash: hash, settlement } = await verified(told);

  expect(findings.filter(({ outcome }) => outcome !== "good")).toEqual([]);
  expect(findings.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^The lines add up to exactly [\d.]+ USDC\.$/),
    "This browser read 80 usage events: exactly the counts, sums and hashes of the bill.",
    "By the rate card that the bill names, its usage costs exactly its amount.",
    "The record of the payment names this invoice: it has the hash of the invoice's id.",
    expect.stringMatching(/^It names the amount that was paid, /),
    "It names the wallets and the transaction of this receipt.",
    expect.stringMatching(/^Test Wallet read the transaction from the chain: the settlement/),
    expect.stringMatching(/^The record of the payment names exactly this bill: /),
  ]);
  expect([hash, settlement]).toEqual([told.proof.billHash, told.proof.settlement]);
  expect(summaryOf(findings)).toBe(
    "Every event, price and sum was computed again, and this payment on the chain names exactly this bill.",
  );
});

describe("a lie is found and named", () => {
  test("in the events", () =>
    forRows<readonly [string, (events: Writable<BilledEvent[]>) => void, RegExp]>(
      [
        [
          "added",
          (events) => events.splice(1, 0, { ...at(events, 0), eventKey: "requests:new" }),
          /^This browser read 81 usage events: not those of the bill\. First, in the period from 2026-01-01 00:00:00 UTC, under requests, the number of events is 15, and 14 in the bill\.$/,
        ],
        [
          "dropped",
          (events) => events.splice(78, 1),
          /First, in the period from 2026-02-01 00:00:00 UTC, under requests, the number of events is \d+, and \d+ in/,
        ],
        [
          "doubled",
          (events) => events.splice(5, 0, at(events, 4)),
          /^ProofError: The usage event seats:4 is there twice\.$/,
        ],
        [
          "doubled later",
          (events) => events.push({ ...at(events, 79), eventKey: at(events, 4).eventKey }),
          /^ProofError: The usage event seats:4 is there twice\.$/,
        ],
        [
          "moved to another period",
          (events) => {
            at(events, 39).occurredAt = at(starts, 1);
          },
          /First, in the period from 2026-01-01 00:00:00 UTC, under requests, the number of events is 13, and 14 in the bill\.$/,
        ],
        [
          "moved out of all periods",
          (events) => {
            at(events, 79).occurredAt = at(starts, 2);
          },
          /^ProofError: The usage event seats:79 is in no period of the bill\.$/,
        ],
        [
          "changed in the sixth decimal",
          (events) => {
            at(events, 3).quantity = at(events, 3).quantity.replace(/7$/, "8");
          },
          /under requests, the sum is [\d,.]+8, and [\d,.]+7 in the bill\.$/,
        ],
        [
          "with another key of the same prefix",
          (events) => {
            at(events, 3).eventKey = "requests:4";
          },
          /under requests, the hash of the events is another\.$/,
        ],
        [
          "with two quantities exchanged",
          (events) => {
            const [one, other] = [at(events, 36), at(events, 39)];
            [one.quantity, other.quantity] = [other.quantity, one.quantity];
          },
          /under requests, the last quantity is [\d.]+, and [\d.]+ in the bill\.$/,
        ],
      ],
      async (_, change, found) => {
        const told = honest();
        change(told.events);
        expect(await problems(told)).toEqual([expect.stringMatching(found)]);
      },
    ));

  test("in the rate card", () =>
    forRows<readonly [string, (cards: Told["proof"]["rateCards"]) => void]>(
      [
        ["a tier", (cards) => Object.assign(tiersOf(cards), [{ upTo: "999", unitAmount: "0.01" }])],
        ["no card", (cards) => cards.splice(0)],
      ],
      async (_, change) => {
        const told = honest();
        change(told.proof.rateCards);
        expect(await problems(told)).toEqual([
          "The rate card of the period from 2026-01-01 00:00:00 UTC is not the one that the bill names.",
        ]);
      },
    ));

  test("in the bill, also when the service hashes the lie", () =>
    forRows<readonly [string, (bill: Writable<Bill>) => void, readonly unknown[]]>(
      [
        [
          "a line",
          ({ lines }) => Object.assign(at(lines, 0), { description: "Other usage" }),
          ["The bill has other lines or another amount than this page shows."],
        ],
        [
          "the amount",
          (bill) => Object.assign(bill, { amount: "1.000000" }),
          [
            "The bill has other lines or another amount than this page shows.",
            "What the usage costs, less what earlier bills asked for, is not the amount.",
          ],
        ],
        [
          "a charge",
          (bill) => Object.assign(at(billUsageOf(bill).periods, 1), { charge: "1.000000" }),
          [
            expect.stringMatching(
              /^By its rate card, the period from 2026-02-01 00:00:00 UTC costs [\d.]+ USDC, and 1\.00 in the bill\.$/,
            ),
          ],
        ],
        [
          "the charges of all periods",
          (bill) => Object.assign(billUsageOf(bill), { charged: "1.000000" }),
          ["What the usage costs, less what earlier bills asked for, is not the amount."],
        ],
        [
          "what was billed",
          (bill) => Object.assign(billUsageOf(bill), { billed: "1.000000" }),
          ["What the usage costs, less what earlier bills asked for, is not the amount."],
        ],
        [
          "a largest quantity",
          (bill) =>
            Object.assign(at(at(billUsageOf(bill).periods, 1).totals, 0), { max: "9.000000" }),
          [expect.stringMatching(/the largest quantity is [\d.]+, and 9 in the bill\.$/)],
        ],
        [
          "the order of the prefixes",
          (bill) => at(billUsageOf(bill).periods, 0).totals.reverse(),
          [
            expect.stringMatching(/the order of the prefixes is another\.$/),
            expect.stringMatching(/^By its rate card, the period from 2026-01-01 /),
          ],
        ],
        [
          "a period twice",
          ({ usage: billed }) => billed?.periods.push(at(billed.periods, 1)),
          ["ProofError: The periods of the bill overlap."],
        ],
        [
          "another invoice",
          (bill) => Object.assign(bill, { invoiceId: "invoice2" }),
          ["The record of the payment names another invoice."],
        ],
      ],
      async (_, change, found) => {
        const told = honest();
        change(told.proof.bill);
        const isThrown = String(found[0]).startsWith("ProofError");
        expect(await problems(told)).toEqual(
          isThrown ? found : [...found, otherHash, otherReference],
        );
        told.proof.billHash = billHash(told.proof.bill as Bill);
        expect(await problems(told)).toEqual(isThrown ? found : [...found, otherReference]);
      },
    ));

  test("in what the page shows", async () => {
    const told = honest();
    Object.assign(at(told.shown.invoice.lines, 0), { amount: "1.000000" });
    expect(await problems(told)).toEqual([
      "The bill has other lines or another amount than this page shows.",
      expect.stringMatching(/^The lines do not add up to /),
    ]);
  });

  test("in the record of the payment", () =>
    forRows<readonly [Partial<Told["proof"]["settlement"]["event"]>, readonly unknown[]]>(
      [
        [{ referenceHash: hashText("another bill") }, [otherReference]],
        [
          { invoiceHash: hashText("invoice2") },
          ["The record of the payment names another invoice."],
        ],
        [{ amount: "1" }, [expect.stringMatching(/^It names another amount than /)]],
        [
          { payer: address("ff") },
          ["It names other wallets or another transaction than this receipt."],
        ],
      ],
      async (fields, found) => {
        const told = honest();
        Object.assign(told.proof.settlement.event, fields);
        const notOnChain = expect.stringMatching(/it does not have this record\.$/);
        const isReference = "referenceHash" in fields;
        expect(await problems(told)).toEqual(
          isReference ? [notOnChain, ...found] : [...found, notOnChain],
        );
      },
    ));
});

test("a payment under another reference is verified as far as possible", async () => {
  const told = honest();
  const other = hashText("another bill");
  told.proof.settlement.event.referenceHash = other;
  told.log.topics[1] = other;
  const { findings } = await verified(told);

  expect(await problems(told)).toEqual([otherReference]);
  expect(summaryOf(findings)).toBe("All that this browser could check holds.");
});

test("what only the seller can say is said to be so", () =>
  forRows<readonly [string, Parameters<typeof honest>[0], readonly unknown[]]>(
    [
      [
        "no usage",
        { usage: null },
        ["This invoice bills no usage that the service measured; its lines are fixed by the bill."],
      ],
      [
        "no rate card",
        (bill) => {
          const none = { rateCardId: null, rateCardHash: null, charge: null };
          for (const period of billUsageOf(bill).periods) Object.assign(period, none);
          Object.assign(billUsageOf(bill), { billNumber: null, charged: null });
        },
        ["The seller says what this usage costs."],
      ],
      [
        "an amount of the seller",
        (bill) => {
          Object.assign(billUsageOf(bill), { billNumber: null });
          Object.assign(bill, { amount: "30.000000", lines: [] });
        },
        [expect.stringMatching(/^The seller set the amount\. By the rate card, the usage costs /)],
      ],
      [
        "what earlier bills left",
        (bill) => {
          const billed = { billNumber: 2, billBefore: hashText("before"), charged: "100.000000" };
          Object.assign(billUsageOf(bill), { ...billed, billed: "70.000000" });
          Object.assign(bill, { amount: "30.000000", lines: [] });
        },
        [expect.stringMatching(/^The periods cost what the bill says\. Its amount also counts /)],
      ],
    ],
    async (_, changes, found) => {
      expect(await problems(honest(changes))).toEqual(found);
    },
  ));

function tiersOf(cards: Told["proof"]["rateCards"]) {
  const [component] = at(cards, 0).components;
  if (component === undefined || !("tiers" in component)) throw new Error("It has no tiers.");
  return component.tiers;
}
