import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billOf, measured, period, placesIn, proofOf } from "../test/bills.ts";
import { sha256, treeOf } from "../test/naive-tree.ts";
import {
  type Bill,
  type BilledEvent,
  type PrefixTotals,
  type UsageProof,
  verifyUsageProof,
} from "./index.ts";
import { leafOf, rootAbove } from "./sum-tree.ts";
import { leafText } from "./usage-event.ts";
import { pathText } from "./usage-proof.ts";

const eventsOf = (count: number): BilledEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    eventKey: `requests:${index}`,
    quantity: `${index}.500000`,
    occurredAt: new Date(Date.parse("2026-01-31T12:00:00Z") + index).toISOString(),
  }));

describe("a usage proof", () => {
  it("verifies for each event of lists of 1 to 33, and by no other list's bill", () => {
    for (let count = 1; count <= 33; count++) {
      const events = eventsOf(count);
      const bill = billOf(events);
      const longer = billOf(eventsOf(count + 1));
      const other = billOf(eventsOf(count).with(count - 1, { ...events[0], ...changed }));
      for (const { eventKey } of events) {
        const proof = proofOf(events, eventKey);
        expect(verifyUsageProof(bill, proof), `${eventKey} of ${count}`).toBe(true);
        expect(verifyUsageProof(longer, proof), `${eventKey} of ${count}`).toBe(false);
        expect(verifyUsageProof(other, proof), `${eventKey} of ${count}`).toBe(false);
      }
    }
  });

  it("verifies by the bill's period that has the event's time, from its start to before its end", () => {
    const at = (occurredAt: string): BilledEvent[] => [
      { eventKey: "requests:1", quantity: "1", occurredAt },
    ];
    for (const [occurredAt, isInPeriod] of [
      ["2025-12-31T23:59:59.999Z", false],
      [period.from, true],
      ["2026-01-31T23:59:59.999Z", true],
      [period.to, false],
    ] as const) {
      const events = at(occurredAt);
      const proof = proofOf(events, "requests:1");
      expect(verifyUsageProof(billOf(events), proof), occurredAt).toBe(isInPeriod);
    }
    // Without an end, all later usage is of the period.
    const later = at(period.to);
    const endless = withPeriod(billOf(later), { to: null });
    expect(verifyUsageProof(endless, proofOf(later, "requests:1"))).toBe(true);
    // Of several periods, the one that has the time counts.
    const bill = billOf(at(period.from));
    const [only] = bill.usage?.periods ?? [];
    const earlier = { ...only, from: "2025-12-01T00:00:00.000Z", to: period.from, totals: [] };
    const two = { usage: { ...bill.usage, periods: [earlier, only] } } as unknown as Bill;
    expect(verifyUsageProof(two, proofOf(at(period.from), "requests:1"))).toBe(true);
  });

  it("verifies with the event in another notation, as the event is the same", () => {
    const events = eventsOf(3);
    const proof = proofOf(events, "requests:1");
    const usageEvent = {
      eventKey: "requests:1",
      quantity: "1.5",
      occurredAt: "2026-01-31T13:00:00.001+01:00",
    };

    expect(verifyUsageProof(billOf(events), { ...proof, usageEvent })).toBe(true);
  });

  it("does not verify if any value in it is changed", () => {
    const events = eventsOf(11);
    const bill = billOf(events);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.nat(11),
      fc.constantFrom("", "requests", "seats", "1.500000", "0.000000", period.from),
      fc.constantFrom(...proofOf(events, "requests:3").path.flat()),
    );

    fc.assert(
      fc.property(fc.nat(10), fc.nat(), value, (at, where, other) => {
        const proof = proofOf(events, `requests:${at}`);
        const places = placesIn(proof);
        const { parent, name } = places[where % places.length] ?? never();
        fc.pre(parent[name] !== other);
        parent[name] = other;

        expect(verifyUsageProof(bill, proof)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not verify if one character of any text in it is another one", () => {
    const events = eventsOf(11);
    const bill = billOf(events);
    const character = fc.constantFrom(..."ABab0179+/=.:-TZ \n");

    fc.assert(
      fc.property(fc.nat(10), fc.nat(), fc.nat(), character, (at, where, place, other) => {
        const proof = proofOf(events, `requests:${at}`);
        const places = placesIn(proof).filter(
          ({ parent, name }) => typeof parent[name] === "string",
        );
        const { parent, name } = places[where % places.length] ?? never();
        const text = String(parent[name]);
        const instead = [...text].with(place % text.length, other).join("");
        fc.pre(text !== instead);
        parent[name] = instead;

        expect(verifyUsageProof(bill, proof)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("with one thing changed does not verify", () => {
    const events = eventsOf(6);
    const bill = billOf(events);
    const withEvent = (proof: UsageProof, change: Partial<BilledEvent>) => ({
      ...proof,
      usageEvent: { ...proof.usageEvent, ...change },
    });
    const withPart = (proof: UsageProof, change: (part: string[]) => unknown) => ({
      ...proof,
      path: proof.path.map((part, at) => (at === 0 ? change([...part]) : part)) as never,
    });
    for (const [what, change] of [
      ["another place", (proof) => ({ ...proof, index: proof.index + 1 })],
      ["a place below the first", (proof) => ({ ...proof, index: -1 })],
      ["a place after the last", (proof) => ({ ...proof, index: proof.index + 8 })],
      ["half a place", (proof) => ({ ...proof, index: 2.5 })],
      ["more parts", (proof) => ({ ...proof, path: [...proof.path, ...proof.path] })],
      ["a part less", (proof) => ({ ...proof, path: proof.path.slice(1) })],
      ["no parts", (proof) => ({ ...proof, path: [] })],
      ["parts in another order", (proof) => ({ ...proof, path: proof.path.toReversed() })],
      ["another quantity", (proof) => withEvent(proof, { quantity: "2.500001" })],
      ["another key", (proof) => withEvent(proof, { eventKey: "requests:3" })],
      ["another time", (proof) => withEvent(proof, { occurredAt: "2026-01-31T12:00:00.003Z" })],
      ["another prefix", (proof) => ({ ...proof, prefix: "" })],
      [
        "a sum with a zero before it",
        (proof) => withPart(proof, ([hash, sum]) => [hash, `0${sum}`]),
      ],
      [
        "a sum with five places",
        (proof) => withPart(proof, ([hash, sum]) => [hash, sum?.slice(0, -1)]),
      ],
      ["a negative sum", (proof) => withPart(proof, ([hash, sum]) => [hash, `-${sum}`])],
      ["a third value in a part", (proof) => withPart(proof, (part) => [...part, "0.000000"])],
      [
        "Base64 with spare bits",
        (proof) => withPart(proof, ([hash, sum]) => [withSpareBit(hash ?? ""), sum]),
      ],
      [
        "Base64 without its last character",
        (proof) => withPart(proof, ([hash, sum]) => [hash?.slice(0, -1), sum]),
      ],
      [
        "Base64 of 33 bytes",
        (proof) => withPart(proof, ([hash, sum]) => [`${hash?.slice(0, -1)}A`, sum]),
      ],
    ] satisfies [string, (proof: UsageProof) => UsageProof][] as [
      string,
      (proof: UsageProof) => UsageProof,
    ][]) {
      const proof = proofOf(events, "requests:2");
      expect(verifyUsageProof(bill, proof), what).toBe(true);
      expect(verifyUsageProof(bill, change(proof)), what).toBe(false);
    }
  });

  it("that is something else does not verify", () => {
    const bill = billOf(eventsOf(1));
    const proof = proofOf(eventsOf(1), "requests:0");
    expect(verifyUsageProof(bill, proof)).toBe(true);
    for (const other of [
      undefined,
      null,
      1,
      "proof",
      [],
      {},
      { ...proof, usageEvent: null },
      { ...proof, usageEvent: "requests:0" },
      { ...proof, path: null },
      { ...proof, path: "" },
      { ...proof, path: {} },
      { ...proof, path: { length: 0 } },
      { ...proof, path: [null] },
      { ...proof, path: [["", "", ""]] },
      { ...proof, index: "0" },
      { ...proof, index: null },
      { ...proof, index: 0n },
    ]) {
      expect(verifyUsageProof(bill, other as UsageProof)).toBe(false);
    }
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, another) => {
        expect(verifyUsageProof(bill, one as UsageProof)).toBe(false);
        expect(verifyUsageProof(one as Bill, another as UsageProof)).toBe(false);
      }),
    );
  });

  it("does not verify by a bill without usage, or one that has not the form of a bill", () => {
    const proof = proofOf(eventsOf(1), "requests:0");
    for (const bill of [
      null,
      {},
      { usage: null },
      { usage: {} },
      { usage: { periods: [] } },
      { usage: { periods: [null] } },
      { usage: { periods: [{ ...period, totals: null }] } },
      { usage: { periods: [{ ...period, totals: [{ prefix: "requests" }] }] } },
    ]) {
      expect(verifyUsageProof(bill as Bill, proof), JSON.stringify(bill)).toBe(false);
    }
  });

  it("does not verify by a bill with another count, quantity or root", () => {
    const events = eventsOf(4);
    const bill = billOf(events);
    const proof = proofOf(events, "requests:3");
    const [totals] = bill.usage?.periods[0]?.totals ?? [];

    expect(verifyUsageProof(withTotals(bill, { ...totals }), proof)).toBe(true);
    for (const change of [
      { count: 3 },
      { count: 5 },
      { quantity: "8.000001" },
      { root: `0x${"00".repeat(32)}` },
    ] as const) {
      const other = withTotals(bill, { ...totals, ...change });
      expect(verifyUsageProof(other, proof), JSON.stringify(change)).toBe(false);
    }
  });

  it("does not verify for an event that is counted where its prefix does not belong", () => {
    const events = eventsOf(3);
    const [requests] = billOf(events).usage?.periods[0]?.totals ?? [];
    const rest = { ...requests, prefix: "" };
    const seats = { ...requests, prefix: "seats" };
    const proof = proofOf(events, "requests:1");

    expect(verifyUsageProof(withTotals(billOf(events), seats), { ...proof, prefix: "seats" })).toBe(
      false,
    );
    // In the rest it belongs only if the card does not name its prefix.
    const inRest = { ...proof, prefix: "" };
    expect(verifyUsageProof(withTotals(billOf(events), rest), inRest)).toBe(true);
    const both = [rest, { ...requests, count: 1 }] as const;
    expect(verifyUsageProof(withTotals(billOf(events), ...both), inRest)).toBe(false);
  });

  it("of the last event does not verify with a place from the end", () => {
    const events = eventsOf(4);
    const proof = proofOf(events, "requests:3");

    // Its path turns the same way at each level, as that of the place -1 would.
    expect(verifyUsageProof(billOf(events), proof)).toBe(true);
    expect(verifyUsageProof(billOf(events), { ...proof, index: -1 })).toBe(false);
  });

  it("does not verify by a bill with less usage than the event's, also if its tree has a negative sum", () => {
    const [usageEvent = never()] = eventsOf(1).map((event) => ({ ...event, quantity: "2.000000" }));
    const leaf = leafOf(leafText(usageEvent), 2_000_000n);
    const other = leafOf("other", 0n);
    const treeWith = (sum: string, quantity: string) => {
      const lines = ["node", leaf.hash, "2.000000", other.hash, sum];
      const root = `0x${sha256(lines.join("\n"))}` as const;
      const path = [[pathText(other)[0], sum]] as const;
      const bill = withTotals(billOf([]), { prefix: "requests", count: 2, quantity, root });
      return verifyUsageProof(bill, { usageEvent, prefix: "requests", index: 0, path });
    };

    expect(treeWith("1.000000", "3.000000")).toBe(true);
    expect(treeWith("0.000000", "2.000000")).toBe(true);
    expect(treeWith("-1.000000", "1.000000")).toBe(false);
    expect(treeWith("1.000000", "1.000000")).toBe(false);
  });
});

it("the proof of an event among a million has less than 2,000 bytes", () => {
  const usageEvent = {
    eventKey: `requests:${"f".repeat(36)}`,
    quantity: "123456789012.345678",
    occurredAt: "2026-01-31T12:00:00.000Z",
  };
  const place = { index: 0, count: 1_000_000 };
  const leaf = leafOf(leafText(usageEvent), 123_456_789_012_345_678n);
  // Each part has as many leaves as all before it, of the same quantity.
  const parts = Array.from({ length: 20 }, (_, at) => leafOf(`${at}`, leaf.sum * 2n ** BigInt(at)));
  const root = rootAbove(leaf, place, parts) ?? never();
  const path = parts.map(pathText);
  const proof: UsageProof = { usageEvent, prefix: "requests", index: place.index, path };
  const totals = {
    prefix: "requests",
    count: place.count,
    quantity: `${root.sum / 1_000_000n}.${String(root.sum % 1_000_000n).padStart(6, "0")}`,
    root: `0x${root.hash}`,
  } as const;

  expect(root).toEqual(parts.reduce((left, right) => treeOf([left, right]), leaf));
  expect(verifyUsageProof(withTotals(billOf([]), totals), proof)).toBe(true);
  expect(new TextEncoder().encode(JSON.stringify(proof)).length).toBeLessThan(2_000);
});

const changed = { eventKey: "requests:other", quantity: "1", occurredAt: "2026-01-31T13:00:00Z" };

function withPeriod(bill: Bill, change: object): Bill {
  const periods = bill.usage?.periods.map((one) => ({ ...one, ...change }));
  return { ...bill, usage: { ...bill.usage, periods } } as Bill;
}

const withTotals = (bill: Bill, ...totals: Partial<PrefixTotals>[]) => withPeriod(bill, { totals });

/** The same 32 bytes for a reader that ignores the last two bits of Base64. */
function withSpareBit(base64: string): string {
  const last = base64.charCodeAt(42);
  const other = `${base64.slice(0, 42)}${String.fromCharCode(last + 1)}=`;
  if (atob(base64) !== atob(other)) throw new Error("That is another hash.");
  return other;
}

function never(): never {
  throw new Error("There is none.");
}

it("a tree of one event is the event's leaf", () => {
  const [event = never()] = eventsOf(1);
  expect(measured([event], []).totals[0]?.root).toBe(`0x${leafOf(leafText(event), 0n).hash}`);
});
