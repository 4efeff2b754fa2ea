import { expect, test } from "vitest";
import { csvFile, csvOf, csvPath } from "./csv.ts";

test("rows are CSV in which nothing is a formula", () => {
  const rows = [
    ["prefix", "quantity"],
    ['=HYPERLINK("http://evil.example.com")', "-12.500000"],
    ["@sum, of all", "1"],
    ["two\nlines", "+1"],
  ];
  expect(csvOf(rows)).toBe(
    [
      '"prefix","quantity"',
      `"'=HYPERLINK(""http://evil.example.com"")",-12.500000`,
      `"'@sum, of all",1`,
      `"two\nlines","'+1"`,
      "",
    ].join("\r\n"),
  );
});

test("a file begins with a byte order mark, and has the bytes of a download behind it", async () => {
  const file = csvFile(["name\r\n", new TextEncoder().encode("Zoë\r\n")]);
  expect(Buffer.from(await file.arrayBuffer()).toString("latin1")).toBe(
    Buffer.from("\ufeffname\r\nZoë\r\n").toString("latin1"),
  );
});

test("the address of a list has the filters that are set", () => {
  expect(csvPath("/invoices", { status: "OPEN", serviceId: undefined, search: "a&b" })).toBe(
    "/api/v1/invoices?status=OPEN&search=a%26b",
  );
});
