import { expect, test } from "vitest";
import type { Event } from "../api/records.ts";
import { eventWords } from "./events.ts";

const event = (type: string, data: object) => ({ type, data }) as Event;

test("an event of an invoice names what is due, which credit notes lower", () => {
  for (const type of ["invoice.paid", "invoice.opened", "invoice.expired"]) {
    const invoice = { amount: "1.000000", amountDue: "0.069244" };
    expect(eventWords(event(type, { invoice }))).toMatch(/ · 0\.069244 USDC$/);
  }
});

test("an event of another record names its amount, or none", () => {
  const settlement = { amount: "12.500000", payer: { email: "pat@example.com" } };
  expect(eventWords(event("settlement.confirmed", { settlement }))).toBe(
    "Payment confirmed · pat@example.com · 12.50 USDC",
  );
  expect(eventWords(event("subscription.created", { subscription: {} }))).toBe(
    "Subscription started",
  );
});

test("an event of a failed collection says why", () => {
  const invoice = { amount: "3.000000", user: { email: "pat@example.com" } };
  const collection = { failure: "The payer's USDC balance is too low." };
  expect(eventWords(event("invoice.payment_failed", { invoice, collection }))).toBe(
    "Payment failed · pat@example.com · 3.00 USDC · The payer's USDC balance is too low.",
  );
});
