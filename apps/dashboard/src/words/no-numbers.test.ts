import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { amountText, changeText, difference, quantityText, readAmount, sum } from "@usance/ui";
import * as fc from "fast-check";
import { expect, test } from "vitest";

/* Amounts and quantities are texts from the service to the screen: none passes through a JavaScript number. */

const src = fileURLToPath(new URL("..", import.meta.url));

/** What makes a number of a text or of a BigInt, or does arithmetic that rounds. */
const makesNumber = /\bNumber\s*\(|\bparse(?:Float|Int)\b|\.toFixed\(|\bMath\.|[=(,?:]\s*\+[a-z]/;

/** The lines that make a number, all of which are counts of events, bytes or seconds. */
const counts = [
  "Math.ceil(bytes / 1_000)", // the size of a download
  "{ count: Number(count) }", // how many events
  "seconds: Number(", // how long a window is
  "5_000 * Math.random()", // how long to wait
];

test("no file of the dashboard makes a number of an amount", () => {
  const lines = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, "utf8");
      return text.split("\n").map((line) => ({ path, line: line.trim() }));
    })
    .filter(({ line }) => makesNumber.test(line));

  expect(lines.filter(({ line }) => !counts.some((count) => line.includes(count)))).toEqual([]);
  expect(lines).toHaveLength(counts.length);
});

/** Any amount that the service can send, of which a double holds few exactly. */
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.bigInt({ min: 0n, max: 999_999n }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, "0")}`);

test("every amount is shown with exactly its own digits", () => {
  fc.assert(
    fc.property(amount, (text) => {
      expect(readAmount(amountText(text).replaceAll(",", ""))).toBe(text);
      expect(readAmount(quantityText(text).replaceAll(",", ""))).toBe(text);
    }),
  );
});

test("sums and differences of amounts are exact", () => {
  const units = (text: string) => BigInt(text.replace(".", ""));
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
      const total = sum(amounts);
      expect(units(total)).toBe(amounts.reduce((all, one) => all + units(one), 0n));
      const [first = "0"] = amounts;
      expect(sum([difference(total, first), first])).toBe(total);
      expect(changeText(total, total)).toBe(units(total) === 0n ? null : "0 %");
    }),
  );
});
