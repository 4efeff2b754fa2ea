import fc from "fast-check";
import { expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

async function linesOf(chunks: readonly string[], maxBytes = 8): Promise<(string | null)[]> {
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const lines: (string | null)[] = [];
  for await (const line of readLines(bytes, maxBytes)) {
    lines.push(line === null ? null : Buffer.from(line).toString());
  }
  return lines;
}

it("skips blank lines, and ends the last line at the end of the input", async () => {
  expect(await linesOf(["\n a\r\n\n \t\nb"])).toEqual([" a\r", "b"]);
  expect(await linesOf(["a\n"])).toEqual(["a"]);
  expect(await linesOf([])).toEqual([]);
});

it("skips a line that is too long and continues with the next one", async () => {
  expect(await linesOf(["12345678\n123456789\n", "1234", "5678", "9\nb\n1234", "56789"])).toEqual([
    "12345678",
    null,
    null,
    "b",
    null,
  ]);
});

it("reads the same lines however the bytes are split", async () => {
  const text = fc.array(fc.constantFrom("a", "bc", "\n", " ", "123456789"), { maxLength: 40 });
  const cuts = fc.array(fc.nat(40), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(text, cuts, async (parts, at) => {
      const whole = parts.join("");
      const places = [0, ...at.filter((place) => place < whole.length).sort((a, b) => a - b)];
      const chunks = places.map((place, n) => whole.slice(place, places[n + 1]));
      expect(await linesOf(chunks)).toEqual(await linesOf([whole]));
    }),
  );
});
