import { expect, test } from "vitest";
import { findingsOf } from "./verified-words.ts";
import type { Shown, Verified } from "./verify-billed.ts";

const hash = `0x${"ab".repeat(32)}`;
const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

const verified: Verified = {
  eventCount: 2,
  usageHash: hash,
  proof: { event: { referenceHash: hash } } as Verified["proof"],
  linesAddUp: true,
  usageAddsUp: true,
  isOfShownInvoice: true,
  invoiceIsRecorded: true,
  amountIsRecorded: true,
  receiptIsRecorded: true,
  usageIsRecorded: true,
  chain: null,
};

const shown = (invoice: Partial<Shown["invoice"]> = {}): Pick<Shown, "invoice" | "receipt"> => ({
  invoice: { amount: "157.500000", amountDue: "152.500000", lines: [], ...invoice },
  receipt: {
    transactionHash: hash,
    payerAddress: address,
    merchantAddress: address,
    amount: "152.500000",
    confirmedAt: "2026-01-31T12:00:00.000Z",
    transactionUrl: null,
  },
});

const wordsOf = (of: Pick<Shown, "invoice" | "receipt">, changes: Partial<Verified> = {}) =>
  findingsOf(of, { ...verified, ...changes }).map(({ words }) => words);

test("the record is compared with what was paid, the lines with what was billed", () => {
  const words = wordsOf(shown());
  expect(words).toContain("The lines add up to exactly 157.50 USDC.");
  expect(words).toContain("It names the amount that was paid, 152.50 USDC.");
});

test("another amount is named as it is", () => {
  const words = wordsOf(shown(), { amountIsRecorded: false, linesAddUp: false });
  expect(words).toContain("The lines do not add up to 157.50 USDC.");
  expect(words).toContain("It names another amount than 152.50 USDC, which was due and paid.");
});

test("an invoice that is not the one on the page is said to be another", () => {
  expect(wordsOf(shown())).not.toContain("The invoice has another amount than this page shows.");
  expect(wordsOf(shown(), { isOfShownInvoice: false })).toContain(
    "The invoice has another amount than this page shows.",
  );
});
