import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billOf, measured } from "../test/bills.ts";
import { pathOf, sha256, sixPlaces, treeOf } from "../test/naive-tree.ts";
import { type BilledEvent, type PrefixTotals, UsageMeter, usageHash } from "./index.ts";

const base = Date.parse("2026-01-31T12:00:00.000Z");
const event: BilledEvent = {
  eventKey: "requests:9f3c",
  quantity: "250.000000",
  occurredAt: "2026-01-31T12:00:00.000Z",
};

describe("a meter", () => {
  it("measures generated usage as a second implementation does that has all events at once", () => {
    let ties = 0;
    fc.assert(
      fc.property(events, fc.constantFrom(0, 1, 5, 1_000), (list, span) => {
        const recorded = list.map(({ key, millionths, at }) => ({
          eventKey: key,
          quantity: sixPlaces(millionths),
          occurredAt: new Date(base + (at % (span + 1))).toISOString(),
        }));
        ties += recorded.length - new Set(recorded.map(({ occurredAt }) => occurredAt)).size;
        // Within a millisecond they come in any order.
        const inTime = recorded.toSorted(
          (one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt),
        );
        const [proven] = recorded;
        const { totals, proof } = measured(inTime, cardPrefixes, proven?.eventKey);
        const naive = measuredNaively(recorded, proven?.eventKey);

        expect(totals).toEqual(naive.totals);
        expect(proof?.index).toBe(naive.index);
        expect(proof?.path.map(([, sum]) => sum)).toEqual(naive.pathSums);
      }),
      { numRuns: 500 },
    );
    // A generator without ties would prove nothing about their order.
    expect(ties).toBeGreaterThan(1_000);
  });

  it("orders ties by quantity, then by the bytes of the key, which are not its UTF-16 units", () => {
    const keys = ["requests:\u{1f600}", "requests:\uff5e", "requests:b", "requests:ba", "requests"];
    const tied = keys.map((eventKey) => ({ ...event, eventKey }));
    const small = { ...event, eventKey: "requests:z", quantity: "9.000000" };
    const list = [...tied, small];
    const index = (eventKey: string) => measured(list, ["requests"], eventKey).proof?.index;

    expect(
      ["requests:z", "requests", "requests:b", "requests:ba", "requests:\uff5e"].map(index),
    ).toEqual([0, 1, 2, 3, 4]);
    expect(index("requests:\u{1f600}")).toBe(5);
  });

  it("has the totals in the order of their last events, so that the last has the last event of all", () => {
    const at = (second: number, eventKey: string, quantity: string) => ({
      eventKey,
      quantity,
      occurredAt: new Date(base + second * 1_000).toISOString(),
    });
    const list = [
      at(0, "seats:1", "3"),
      at(1, "requests:1", "7"),
      at(2, "seats:2", "2"),
      at(2, "other", "1"),
      at(2, "requests", "1"),
    ];

    expect(
      measured(list, ["requests", "seats", "unused"]).totals.map(({ root: _, ...rest }) => rest),
    ).toEqual([
      { prefix: "", count: 1, quantity: "1.000000", max: "1.000000", last: "1.000000" },
      { prefix: "requests", count: 2, quantity: "8.000000", max: "7.000000", last: "1.000000" },
      { prefix: "seats", count: 2, quantity: "5.000000", max: "3.000000", last: "2.000000" },
    ]);
  });

  it("has no totals and no proof without events, and no proof of an event that is not there", () => {
    expect(measured([], ["requests"], "requests:9f3c")).toEqual({ totals: [], proof: null });
    expect(measured([event], ["requests"], "requests:9f3d").proof).toBeNull();
  });

  it("proves the first of two events that have the same key at different times", () => {
    const list = [0, 1, 2].map((second) => ({
      ...event,
      occurredAt: new Date(base + second * 1_000).toISOString(),
    }));
    const { proof } = measured(list, ["requests"], event.eventKey);

    expect(proof?.index).toBe(0);
    expect(proof?.path).toHaveLength(2);
  });

  it("has the same totals with another SHA-256, and for events that are added in their exact form", () => {
    let hashed = 0;
    const counting = (of: string) => {
      hashed += 1;
      return sha256(of);
    };
    const meter = new UsageMeter(["requests"], { hash: counting });
    meter.addRecorded(event.eventKey, event.quantity, base);
    meter.addRecorded("seats:ä", "0.500000", base);
    meter.addRecorded("seats:b", "0.500000", base);
    const seats = ["seats:b", "seats:ä"].map((eventKey) => ({
      ...event,
      eventKey,
      quantity: "0.5",
    }));

    expect(meter.end().totals).toEqual(measured([event, ...seats], ["requests"]).totals);
    // Three leaves and one node.
    expect(hashed).toBe(4);
  });

  it("refuses an event that is older than the one before, but not than the first", () => {
    const meter = new UsageMeter([]);
    meter.add(event);
    meter.add({ ...event, occurredAt: "2026-01-31T12:00:00.002Z" });
    const between = { ...event, occurredAt: "2026-01-31T12:00:00.001Z" };
    expect(() => meter.add(between, "usageEvents[2]")).toThrow(
      "usageEvents[2] occurred before the event before it.",
    );
  });

  it("has the same totals for other notations of the same event", () => {
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
    ]) {
      expect(measured([{ ...event, ...change }], []), JSON.stringify(change)).toEqual(
        measured([event], []),
      );
    }
  });

  it("refuses an event that cannot be hashed with a message, and then is as before", () => {
    const decimalRule = "usageEvent.quantity must be a non-negative decimal";
    const timeRule = "usageEvent.occurredAt must be an ISO 8601 date-time";
    const textRule = "usageEvent.eventKey must be valid Unicode text";
    for (const [value, message] of [
      [{ ...event, quantity: 250 }, decimalRule],
      [{ ...event, quantity: "-1" }, decimalRule],
      [{ ...event, quantity: "1e3" }, decimalRule],
      [{ ...event, quantity: "0.0000001" }, decimalRule],
      [{ ...event, quantity: "1234567890123456789" }, decimalRule],
      [{ ...event, quantity: "1\n" }, decimalRule],
      [{ ...event, quantity: "" }, decimalRule],
      [{ ...event, occurredAt: "yesterday" }, timeRule],
      [{ ...event, occurredAt: "2026-02-30T00:00:00Z" }, timeRule],
      [{ ...event, occurredAt: "2026-01-31T24:00:00Z" }, timeRule],
      [{ ...event, occurredAt: "2026-01-31T12:00:00" }, timeRule],
      [{ ...event, occurredAt: "0000-12-31T23:59:59.999Z" }, timeRule],
      [{ ...event, occurredAt: "0001-01-01T00:00:00+01:00" }, timeRule],
      [{ ...event, occurredAt: "9999-12-31T23:00:00-01:00" }, timeRule],
      [{ ...event, occurredAt: new Date() }, timeRule],
      [{ ...event, eventKey: "" }, textRule],
      [{ ...event, eventKey: "\ud800" }, textRule],
      [{ ...event, eventKey: null }, textRule],
      [null, "usageEvent must be an object."],
      [{ ...event, occurredAt: "2026-01-31T11:59:59.999Z" }, "occurred before the event before it"],
      [{ ...event, quantity: "1" }, "usageEvent has the time and the key of an event before it."],
    ] satisfies [unknown, string][] as [BilledEvent, string][]) {
      const meter = new UsageMeter([]);
      meter.add(event);
      expect(() => meter.add(value), JSON.stringify(value)).toThrow(message);
      expect(meter.end(), JSON.stringify(value)).toEqual(measured([event], []));
    }
  });

  it("takes the first and the last moment that have four digits of a year", () => {
    const list = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map((occurredAt) => ({
      ...event,
      occurredAt,
    }));
    expect(measured(list, []).totals[0]?.root).toBe(`0x${treeOf(list.map(naiveLeaf)).hash}`);
  });

  it("adds up more than 18 digits", () => {
    const list = Array.from({ length: 11 }, (_, index) => ({
      ...event,
      eventKey: `requests:${index}`,
      quantity: "999999999999999999.999999",
    }));
    expect(measured(list, ["requests"]).totals[0]?.quantity).toBe("10999999999999999999.999989");
  });
});

it("the usage hash changes with any field of any event, and if one is left out", () => {
  const list = Array.from({ length: 7 }, (_, index) => ({
    eventKey: `requests:${index}`,
    quantity: `${index}.000000`,
    occurredAt: new Date(base + index).toISOString(),
  }));
  const hashOf = (of: readonly BilledEvent[]) => {
    const { usage } = billOf(of);
    return usage && usageHash(usage);
  };
  const lists = list.flatMap((one, place) =>
    [
      [{ ...one, eventKey: `${one.eventKey}a` }],
      [{ ...one, quantity: `${place}.000001` }],
      [{ ...one, occurredAt: `${one.occurredAt.slice(0, -2)}9Z` }],
      [],
    ].map((instead) => list.toSpliced(place, 1, ...instead)),
  );

  const inTime = lists.map((of) =>
    of.toSorted((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt)),
  );
  expect(new Set([list, ...inTime].map(hashOf)).size).toBe(1 + 7 * 4);
});

const cardPrefixes = ["requests", "seats", "ä", "\u{1f600}"];

/** Few quantities and times, so that many events differ in their keys alone. */
const events = fc.uniqueArray(
  fc.record({
    key: fc
      .tuple(
        fc.constantFrom("requests:", "seats:", "seats", "ä:", "\u{1f600}:", "other:", ":"),
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 5 }),
          fc.string({ unit: fc.constantFrom("a", ":", "\n", "\uff5e", "\u{1f600}", "\u{10ffff}") }),
        ),
      )
      .map((parts) => parts.join("")),
    millionths: fc.oneof(fc.bigInt(0n, 2n), fc.bigInt(0n, 10n ** 24n - 1n)),
    at: fc.nat(1_000),
  }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 60 },
);

const millionthsOf = ({ quantity }: BilledEvent) => BigInt(quantity.replace(".", ""));
const naiveLeaf = (one: BilledEvent) => ({
  hash: sha256(`leaf\n${one.eventKey}\n${one.quantity}\n${one.occurredAt}`),
  sum: millionthsOf(one),
});

/** Sorts everything, groups it, and adds it up. */
function measuredNaively(list: readonly BilledEvent[], proven: string | undefined) {
  const sorted = list.toSorted((one, other) => {
    if (one.occurredAt !== other.occurredAt) return one.occurredAt < other.occurredAt ? -1 : 1;
    const difference = millionthsOf(one) - millionthsOf(other);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
    return Buffer.compare(Buffer.from(one.eventKey), Buffer.from(other.eventKey));
  });
  const prefixOf = (eventKey: string) => {
    const [prefix = ""] = eventKey.split(":");
    return cardPrefixes.includes(prefix) ? prefix : "";
  };
  const groups = Map.groupBy(sorted, ({ eventKey }) => prefixOf(eventKey));
  const lastOf = (prefix: string) =>
    sorted.findLastIndex((one) => prefixOf(one.eventKey) === prefix);
  const totals = [...groups]
    .sort(([one], [other]) => lastOf(one) - lastOf(other))
    .map(([prefix, group]): PrefixTotals => {
      const all = group.map(millionthsOf);
      return {
        prefix,
        count: group.length,
        quantity: sixPlaces(all.reduce((sum, one) => sum + one, 0n)),
        max: sixPlaces(all.toSorted((one, other) => (one < other ? -1 : 1)).at(-1) ?? -1n),
        last: sixPlaces(all.at(-1) ?? -1n),
        root: `0x${treeOf(group.map(naiveLeaf)).hash}`,
      };
    });
  const group = groups.get(prefixOf(proven ?? "")) ?? [];
  const index = group.findIndex(({ eventKey }) => eventKey === proven);
  const pathSums = pathOf(index, group.map(naiveLeaf)).map(({ sum }) => sixPlaces(sum));
  return { totals, index, pathSums };
}
