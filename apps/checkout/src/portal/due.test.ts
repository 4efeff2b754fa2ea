import { expect, test } from "vitest";
import type { Invoice } from "../api/portal-api.ts";
import { dueOf } from "./due.ts";

const invoice = (id: string, amountDue: string) => ({ id, amountDue }) as Invoice;

test("what is due is the sum of the open invoices, the oldest first", () => {
  const invoices = [invoice("new", "52.5"), invoice("credited", "0.000000"), invoice("old", "100")];
  const due = dueOf({ invoices, nextCursor: null });
  expect(due).toMatchObject({
    total: "152.500000",
    invoices: [{ id: "old" }, { id: "new" }],
    hasMore: false,
  });
});

test("nothing is due without an open invoice, or with ones that credits have paid", () => {
  for (const invoices of [[], [invoice("credited", "0.000000")]]) {
    expect(dueOf({ invoices, nextCursor: null }).invoices).toEqual([]);
  }
});

test("more invoices than a page are said to be more", () => {
  expect(dueOf({ invoices: [invoice("one", "1")], nextCursor: "next" }).hasMore).toBe(true);
});
