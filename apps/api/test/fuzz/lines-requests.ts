import fc from "fast-check";
import { headerSets } from "./dress.ts";
import { fittingValue } from "./fitting-values.ts";
import type { HttpRequest } from "./http.ts";
import { looseValue, objectOf } from "./inputs.ts";
import { writeJson } from "./json-text.ts";
import type { Known } from "./known.ts";
import { oddTexts, oddValues } from "./odd-values.ts";
import type { JsonSchema, Operation } from "./operations.ts";

/** Bodies of JSON lines: valid, almost valid and invalid events, between lines that are not JSON. */
export function linesRequests(
  operation: Operation,
  line: JsonSchema,
  { keys, records }: Known,
): fc.Arbitrary<HttpRequest> {
  const good = objectOf(line, records, fittingValue).map(writeJson);
  const loose = objectOf(line, records, looseValue).map(writeJson);
  const odd = fc.oneof(
    oddValues.map(writeJson),
    fc.constantFrom(
      "",
      " ",
      "\r",
      "{",
      "}",
      "null",
      "[]",
      '"',
      "\ufeff{}",
      "\0",
      "x".repeat(70_000),
    ),
    oddTexts,
  );
  const lines = fc.array(
    fc.oneof({ weight: 5, arbitrary: good }, { weight: 3, arbitrary: loose }, odd),
    { maxLength: 12 },
  );
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constant("application/x-ndjson") },
    fc.constantFrom(
      "application/x-ndjson; charset=utf-16",
      "APPLICATION/X-NDJSON",
      "application/x-ndjsons",
    ),
  );
  const encodings = fc.oneof(
    { weight: 15, arbitrary: fc.constant({}) },
    fc.constantFrom({ "Content-Encoding": "gzip" }, { "Content-Encoding": "identity" }),
  );
  return fc
    .record({
      lines,
      end: fc.constantFrom("\n", "\r\n", "\n\n", "\r"),
      last: fc.constantFrom("\n", "", "\xff"),
      type: types,
      encoding: encodings,
      headers: headerSets(keys),
    })
    .map(({ lines, end, last, type, encoding, headers }) => ({
      method: operation.method,
      target: operation.path,
      headers: { "Content-Type": type, ...encoding, ...headers },
      body: Buffer.concat([Buffer.from(lines.join(end), "utf8"), Buffer.from(last, "latin1")]),
    }));
}
