import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BilledEvent, type BilledInvoice, usageHash, usageProof } from "./index.ts";

const invoice: BilledInvoice = {
  id: "invoice1",
  subscriptionId: "subscription1",
  amount: "12.500000",
  currency: "USDC",
};
const event: BilledEvent = {
  id: "event1",
  subscriptionId: "subscription1",
  eventKey: "requests:2026-01-31T12",
  quantity: "250.000000",
  occurredAt: "2026-01-31T12:00:00.000Z",
};
const hashOf = (change: Partial<BilledEvent>) => usageHash(invoice, [{ ...event, ...change }]);

describe("the usage hash", () => {
  it("is independent of the order of the events", () => {
    const twoOrders = fc
      .uniqueArray(anEvent, { selector: ({ id }) => id, maxLength: 20 })
      .chain((events) => fc.tuple(fc.constant(events), shuffled(events)));

    fc.assert(
      fc.property(twoOrders, ([events, others]) => {
        expect(usageHash(invoice, others)).toBe(usageHash(invoice, events));
      }),
    );
  });

  it("changes with any field of any event", () => {
    const change = fc.constantFrom("id", "eventKey", "quantity", "occurredAt" as const);
    const events = fc.uniqueArray(anEvent, { selector: ({ id }) => id, minLength: 1 });

    fc.assert(
      fc.property(events, fc.nat(), change, anEvent, (before, at, field, other) => {
        const index = at % before.length;
        const after = before.map((one, place) =>
          place === index ? { ...one, [field]: other[field] } : one,
        );
        fc.pre(before[index]?.[field] !== other[field]);
        fc.pre(new Set(after.map(({ id }) => id)).size === after.length);

        expect(usageHash(invoice, after)).not.toBe(usageHash(invoice, before));
      }),
    );
  });

  it("changes if an event is left out", () => {
    const events = fc.uniqueArray(anEvent, { selector: ({ id }) => id, minLength: 1 });

    fc.assert(
      fc.property(events, fc.nat(), (all, at) => {
        const fewer = all.filter((_, index) => index !== at % all.length);
        expect(usageHash(invoice, fewer)).not.toBe(usageHash(invoice, all));
      }),
    );
  });

  it("changes with any field of the invoice", () => {
    for (const change of [
      { id: "invoice2" },
      { amount: "12.500001" },
      { currency: "EURC" },
      { subscriptionId: null },
    ]) {
      expect(usageHash({ ...invoice, ...change }, [event]), JSON.stringify(change)).not.toBe(
        usageHash(invoice, [event]),
      );
    }
  });

  it("covers the subscription of each event on an invoice without one", () => {
    const free = { ...invoice, subscriptionId: null };

    expect(usageHash(free, [{ ...event, subscriptionId: "subscription2" }])).not.toBe(
      usageHash(free, [event]),
    );
  });

  it("is the same for other notations of the same event", () => {
    for (const change of [
      { quantity: "250" },
      { quantity: "0250.0" },
      { quantity: "250.00000000" },
      { occurredAt: "2026-01-31T12:00:00Z" },
      { occurredAt: "2026-01-31T12:00:00.0000000Z" },
      { occurredAt: "2026-01-31T12:00:00.000999999Z" },
      { occurredAt: "2026-01-31t12:00:00.0009z" },
      { occurredAt: "2026-01-31T12:00Z" },
      { occurredAt: "2026-01-31T14:30:00+02:30" },
      { occurredAt: "2026-01-30T23:00:00.0-13:00" },
      { invoiceId: "invoice1" },
      { invoiceId: null },
    ]) {
      expect(hashOf(change), JSON.stringify(change)).toBe(hashOf({}));
    }
  });

  it("of an event that cannot be hashed is refused with a message", () => {
    for (const [change, message] of [
      [{ quantity: 250 }, "usageEvents[0].quantity must be a non-negative decimal"],
      [{ quantity: "-1" }, "usageEvents[0].quantity must be a non-negative decimal"],
      [{ quantity: "1e3" }, "usageEvents[0].quantity must be a non-negative decimal"],
      [{ quantity: "0.0000001" }, "usageEvents[0].quantity must be a non-negative decimal"],
      [
        { quantity: "1234567890123456789" },
        "usageEvents[0].quantity must be a non-negative decimal",
      ],
      [{ occurredAt: "yesterday" }, "usageEvents[0].occurredAt must be an ISO 8601 date-time"],
      [{ occurredAt: "2026-02-30T00:00:00Z" }, "usageEvents[0].occurredAt must be an ISO 8601"],
      [{ occurredAt: "2026-01-31T12:00:00" }, "usageEvents[0].occurredAt must be an ISO 8601"],
      [
        { occurredAt: "0001-01-01T00:00:00+01:00" },
        "usageEvents[0].occurredAt must be an ISO 8601",
      ],
      [{ occurredAt: new Date() }, "usageEvents[0].occurredAt must be an ISO 8601"],
      [{ id: "" }, "usageEvents[0].id must be valid Unicode text, and not empty."],
      [{ eventKey: "\ud800" }, "usageEvents[0].eventKey must be valid Unicode text"],
      [{ invoiceId: "invoice2" }, "usageEvents[0] is of another invoice than invoice1."],
      [
        { subscriptionId: "subscription2" },
        "usageEvents[0] is of another subscription than the invoice's, subscription1.",
      ],
    ] satisfies [object, string][] as [object, string][]) {
      expect(() => hashOf(change), JSON.stringify(change)).toThrow(message);
    }
  });

  it("of an invoice that cannot be hashed is refused with a message", () => {
    for (const [change, message] of [
      [{ amount: 12.5 }, "invoice.amount must be a non-negative decimal"],
      [{ id: undefined }, "invoice.id must be valid Unicode text"],
      [{ subscriptionId: "" }, "invoice.subscriptionId must be valid Unicode text"],
      [{ currency: null }, "invoice.currency must be valid Unicode text"],
    ] satisfies [object, string][] as [object, string][]) {
      expect(() => usageHash({ ...invoice, ...change }, [event]), JSON.stringify(change)).toThrow(
        message,
      );
    }
  });

  it("of a list with a duplicate event is refused, naming both positions", () => {
    const other = { ...event, id: "event0" };

    expect(() => usageHash(invoice, [event, other, event])).toThrow(
      "usageEvents[2] has the id of usageEvents[0], event1.",
    );
  });
});

it("refuses a proof for a missing event", () => {
  expect(() => usageProof(invoice, [event], "event2")).toThrow("usageEvents has no event event2.");
});

const milliseconds = {
  min: new Date("0001-01-01"),
  max: new Date("9999-12-31"),
  noInvalidDate: true,
};
const anEvent = fc.record({
  id: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  subscriptionId: fc.constant("subscription1"),
  eventKey: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  quantity: fc.bigInt(0n, 10n ** 24n - 1n).map(sixPlaces),
  occurredAt: fc.date(milliseconds).map((date) => date.toISOString()),
});

function sixPlaces(millionths: bigint): string {
  return String(millionths)
    .padStart(7, "0")
    .replace(/(\d{6})$/, ".$1");
}

function shuffled<T>(list: T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray(list, { minLength: list.length });
}
