import { expect, test } from "vitest";
import type { Event } from "../api/records.ts";
import { eventWords } from "./events.ts";

const event = (type: string, data: object) => ({ type, data }) as Event;

test("an event of an invoice names what is due, which credit notes lower", () => {
  for (const type of ["invoice.paid", "invoice.opened", "invoice.expired"]) {
    const invoice = { amount: "1.000000", amountDue: "0.069244" };
    expect(eventWords(event(type, { invoice }))).toMatch(/: 0\.069244 USDC$/);
  }
});

test("an event of another record names its amount, or none", () => {
  const settlement = { amount: "12.500000" };
  expect(eventWords(event("settlement.confirmed", { settlement }))).toBe(
    "A payment was confirmed: 12.50 USDC",
  );
  expect(eventWords(event("subscription.created", { subscription: {} }))).toBe(
    "A subscription began",
  );
});
