import { expect, it } from "vitest";
import { readText } from "../../site/guides/files.ts";
import { searchTexts } from "../../site/search-texts.ts";
import { readSite } from "../../site/site.ts";
import { searchIn } from "./index.ts";

const search = searchIn(searchTexts(readSite(JSON.parse(readText("packages/sdk/openapi.json")))));

it.each([
  ["create invoice", "/docs/api/invoices/create"],
  ["invoices.create", "/docs/api/invoices/create"],
  ["POST /usage-events/batch", "/docs/api/usageEvents/batch"],
  ["/api/v1/usage-events/summary", "/docs/api/usageEvents/summary"],
  ["POST /invoices", "/docs/api/invoices/create"],
  ["refund", "/docs/refunds"],
  ["usage event void", "/docs/api/usageEvents/void"],
  ["invoice.paid", "/docs/events/invoice-paid"],
  ["prepaid balances", "/docs/balances"],
  ["webhooks", "/docs/webhooks"],
  ["idempotency", "/docs/rest#idempotency"],
  ["idempotncy", "/docs/rest#idempotency"],
  ["quickstart", "/docs/quickstart"],
  ["recurring grants", "/docs/balances#recurring-grants"],
])("finds for %s, among the first three, %s", (words, href) => {
  expect(
    search(words)
      .slice(0, 3)
      .map((found) => found.href),
  ).toContain(href);
});

it("finds nothing for what is nowhere", () => {
  expect(search("zzzzyx")).toEqual([]);
});
