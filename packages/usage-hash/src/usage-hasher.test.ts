import { expect, it } from "vitest";
import vectors from "../vectors.json" with { type: "json" };
import { usageHasher } from "./index.ts";

it("has the committed hash of every vector when its events are added in order and in reverse", () => {
  for (const { name, invoice, usageEvents, usageHash } of vectors) {
    for (const events of [usageEvents, usageEvents.toReversed()]) {
      const hasher = usageHasher(invoice);
      for (const event of events) hasher.add(event);
      expect(hasher.usageHash(), name).toBe(usageHash);
    }
  }
});

const invoice = { id: "invoice1", subscriptionId: "a", amount: "1", currency: "USDC" };
const event = {
  id: "event1",
  subscriptionId: "a",
  eventKey: "key",
  quantity: "1",
  occurredAt: "2026-01-31T12:00:00Z",
};

it("refuses an event that is added twice", () => {
  const hasher = usageHasher(invoice);
  hasher.add(event);
  hasher.add({ ...event, id: "event2" });
  hasher.add(event);
  expect(() => hasher.usageHash()).toThrow("usageEvents has two events with the id event1.");
});

it("refuses an event of another subscription", () => {
  const hasher = usageHasher(invoice);
  expect(() => hasher.add({ ...event, subscriptionId: "b" })).toThrow(
    "usageEvents[0] is of another subscription than the invoice's, a.",
  );
});
