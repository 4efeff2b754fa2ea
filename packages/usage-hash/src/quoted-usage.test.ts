import { describe, expect, it } from "vitest";
import { quotedUsageHash, UsageHashError } from "./index.ts";

/* The expected hashes were calculated with another program, from docs/usage-hash.md. */

const requests = {
  eventKey: "requests:2026-01-31T12",
  quantity: "250",
  occurredAt: "2026-01-31T13:00:00+01:00",
};
const seats = { eventKey: "seats:ä", quantity: "0.500000", occurredAt: "2026-01-31T12:00:00.001Z" };

describe("the usage hash of a quote", () => {
  it("is that of the documented form, in whichever order and notation the events are given", () => {
    const expected = "0x71c327c11eb9c5e6783d7de34bf8f66cb6915933d96eba62c02fc60e8bf1f8c9";
    expect(quotedUsageHash([requests, seats])).toBe(expected);
    expect(quotedUsageHash([seats, requests])).toBe(expected);
    expect(quotedUsageHash([seats, { ...requests, quantity: "250.0000000" }])).toBe(expected);
  });

  it("without events is the hash of nothing", () => {
    expect(quotedUsageHash([])).toBe(
      "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  it("is another one if a key, a quantity or a time differs, or an event is there twice", () => {
    const others = [
      [{ ...requests, eventKey: "requests:2026-01-31T13" }],
      [{ ...requests, quantity: "250.000001" }],
      [{ ...requests, occurredAt: "2026-01-31T12:00:00.001Z" }],
      [requests, requests],
      [requests],
    ].map(quotedUsageHash);
    expect(new Set(others).size).toBe(5);
  });

  it("is refused for a field that cannot be hashed, by its name", () => {
    const refusal = new UsageHashError(
      "usageEvents[1].quantity must be a non-negative decimal with at most six decimal places, as a string.",
    );
    expect(() => quotedUsageHash([seats, { ...requests, quantity: "1e3" }])).toThrow(refusal);
  });
});
