import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BilledEvent,
  type BilledInvoice,
  type UsageProof,
  usageHash,
  usageHashOfLeaves,
  usageLeaf,
  usageProof,
  usageProofOfLeaves,
  verifyUsageProof,
} from "./index.ts";

const invoice: BilledInvoice = {
  id: "invoice1",
  subscriptionId: "subscription1",
  amount: "12.500000",
  currency: "USDC",
};
const eventsOf = (count: number): BilledEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `event${index}`,
    subscriptionId: "subscription1",
    eventKey: `requests:${index}`,
    quantity: `${index}.5`,
    occurredAt: "2026-01-31T12:00:00.000Z",
  }));

/** As it is after a way over the wire. */
const proofOf = (events: BilledEvent[], id: string): UsageProof =>
  JSON.parse(JSON.stringify(usageProof(invoice, events, id)));

describe("a usage proof", () => {
  it("verifies for each event of lists of 1 to 33, and for no other list's hash", () => {
    for (let count = 1; count <= 33; count++) {
      const events = eventsOf(count);
      const hash = usageHash(invoice, events);
      const longer = usageHash(invoice, eventsOf(count + 1));
      for (const { id } of events) {
        const proof = proofOf(events, id);
        expect(verifyUsageProof(hash, proof), `${id} of ${count}`).toBe(true);
        expect(verifyUsageProof(longer, proof), `${id} of ${count}`).toBe(false);
      }
    }
  });

  it("does not verify if any value in it is changed", () => {
    const events = eventsOf(11);
    const hash = usageHash(invoice, events);

    fc.assert(
      fc.property(fc.nat(10), fc.nat(), fc.jsonValue(), (at, where, value) => {
        const proof = proofOf(events, `event${at}`);
        const places = leavesOf(proof);
        const { parent, name } = places[where % places.length] ?? never();
        fc.pre(parent[name] !== value);
        parent[name] = value;

        expect(verifyUsageProof(hash, proof)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it("with one thing changed does not verify", () => {
    for (const [what, change] of [
      ["another position", (proof) => ({ ...proof, index: proof.index + 1 })],
      ["another number of events", (proof) => ({ ...proof, eventCount: 6 })],
      ["an extra hash in its path", ({ path, ...rest }) => ({ ...rest, path: [...path, ...path] })],
      ["a missing hash in its path", ({ path, ...rest }) => ({ ...rest, path: path.slice(1) })],
      ["another quantity", (proof) => withEvent(proof, { quantity: "2.500001" })],
      ["another key", (proof) => withEvent(proof, { eventKey: "requests:3" })],
      ["another time", (proof) => withEvent(proof, { occurredAt: "2026-01-31T12:00:00.001Z" })],
      ["another subscription", (proof) => withEvent(proof, { subscriptionId: "subscription2" })],
      ["another amount", (proof) => ({ ...proof, invoice: { ...invoice, amount: "12.5001" } })],
      ["another invoice", (proof) => ({ ...proof, invoice: { ...invoice, id: "invoice2" } })],
    ] satisfies [string, (proof: UsageProof) => UsageProof][] as [
      string,
      (proof: UsageProof) => UsageProof,
    ][]) {
      const events = eventsOf(5);
      const proof = proofOf(events, "event2");

      expect(verifyUsageProof(usageHash(invoice, events), change(proof)), what).toBe(false);
    }
  });

  it("that is something else does not verify", () => {
    for (const proof of [
      null,
      1,
      "proof",
      [],
      {},
      { path: null },
      { eventCount: 1, index: 0, path: [] },
    ]) {
      expect(
        verifyUsageProof(usageHash(invoice, []), proof as unknown as UsageProof),
        JSON.stringify(proof),
      ).toBe(false);
    }
  });

  it("accepts a hash in either case, and refuses an invalid one", () => {
    const events = eventsOf(2);
    const hash = usageHash(invoice, events);

    expect(verifyUsageProof(`0x${hash.slice(2).toUpperCase()}`, proofOf(events, "event1"))).toBe(
      true,
    );
    expect(() => verifyUsageProof("0x12", proofOf(events, "event1"))).toThrow(
      "usageHash must be 0x and 64 hex digits.",
    );
  });
});

it("the proof is the same if the events are read one at a time", () => {
  const events = eventsOf(9);
  const leaves = events.map((event) => usageLeaf(invoice, event));
  const [event, index] = [events[4] ?? never(), 4];

  expect(usageHashOfLeaves(invoice, leaves)).toBe(usageHash(invoice, events));
  expect(usageProofOfLeaves(invoice, leaves, { event, index })).toEqual(proofOf(events, "event4"));
});

function withEvent(proof: UsageProof, change: Partial<BilledEvent>): UsageProof {
  return { ...proof, usageEvent: { ...proof.usageEvent, ...change } };
}

/** Every place in a JSON value that holds no object. */
function leavesOf(value: object): { parent: Record<string, unknown>; name: string }[] {
  return Object.entries(value).flatMap(([name, of]) =>
    typeof of === "object" && of !== null
      ? leavesOf(of)
      : [{ parent: value as Record<string, unknown>, name }],
  );
}

function never(): never {
  throw new Error("There is none.");
}
