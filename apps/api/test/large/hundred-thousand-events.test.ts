import {
  type BilledInvoice,
  usageHash,
  usageHashOfLeaves,
  usageLeaf,
  usageProofOfLeaves,
  verifyUsageProof,
} from "@usance/usage-hash";
import { expect, it } from "vitest";

const invoice: BilledInvoice = {
  id: "invoice1",
  subscriptionId: "subscription1",
  amount: "12.500000",
  currency: "USDC",
};
const events = Array.from({ length: 100_000 }, (_, index) => ({
  id: `event${1_000_000 + index}`,
  subscriptionId: "subscription1",
  eventKey: `requests:${index}`,
  quantity: `${index}.5`,
  occurredAt: "2026-01-31T12:00:00.000Z",
}));

it("a hundred thousand events are hashed, and the last one is proven", () => {
  const leaves = events.map((event) => usageLeaf(invoice, event));
  const index = events.length - 1;
  const [event] = events.slice(index);
  if (event === undefined) throw new Error("There is none.");

  const proof = usageProofOfLeaves(invoice, leaves, { event, index });

  expect(proof.path).toHaveLength(10); // alone on seven of 17 levels
  expect(verifyUsageProof(usageHashOfLeaves(invoice, leaves), proof)).toBe(true);
});

it("a hundred thousand events are sorted, and a duplicate is found", () => {
  expect(() => usageHash(invoice, [...events, ...events.slice(0, 1)])).toThrow(
    "usageEvents[100000] has the id of usageEvents[0], event1000000.",
  );
});
