import { expect, test } from "vitest";
import { csvOf, csvPath } from "./csv.ts";

test("rows are CSV in which nothing is a formula", () => {
  const rows = [
    ["prefix", "quantity"],
    ['=HYPERLINK("http://evil.example.com")', "-12.500000"],
    ["@sum, of all", "1"],
    ["two\nlines", "+1"],
  ];
  expect(csvOf(rows)).toBe(
    [
      "prefix,quantity",
      `"'=HYPERLINK(""http://evil.example.com"")",-12.500000`,
      `"'@sum, of all",1`,
      `"two\nlines",'+1`,
      "",
    ].join("\r\n"),
  );
});

test("the address of a list has the filters that are set", () => {
  expect(csvPath("/invoices", { status: "OPEN", serviceId: undefined, search: "a&b" })).toBe(
    "/api/v1/invoices?status=OPEN&search=a%26b",
  );
});
