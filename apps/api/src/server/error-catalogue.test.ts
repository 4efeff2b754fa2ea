import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { tooManyRequests, unexpected } from "../operation/errors.ts";
import { catalogueOf, errorCatalogue } from "./error-catalogue.ts";
import { operations } from "./router.ts";

const catalogue = errorCatalogue(operations);
const codes = catalogue.map(({ code }) => code);

test("every code is snake_case, and its meaning and remedy are sentences", () =>
  forRows(catalogue, (error) => {
    expect(error.code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(error.meaning).toMatch(/^[A-Z`].*\.$/);
    expect(error.remedy).toMatch(/^[A-Z`].*\.$/);
    // Both are in a header.
    expect(error.meaning + error.remedy).toMatch(/^[\x20-\x7e]+$/);
  }));

test("every code in the source is in the catalogue, once", () => {
  const source = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    // A command's own words are in no answer of the API.
    (file) => /\.ts$/.test(file) && !/^cli\/|\.test\.ts$|generated/.test(file),
  );
  const written = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/\bcode: "([a-z_]+)"/g)].map(([, code = ""]) => code);
  });

  const ofZod = "custom";
  expect([...new Set(written)].filter((code) => code !== ofZod).sort()).toEqual([...codes].sort());
});

test("errors with one code and two meanings are refused", () => {
  const limited = { ...tooManyRequests, status: 429 };

  expect(() => catalogueOf([limited, { ...limited, message: "Slow down." }])).not.toThrow();
  expect(() => catalogueOf([limited, { ...limited, status: 503 }])).toThrow("rate_limited");
  expect(() => catalogueOf([limited, { ...limited, meaning: unexpected.meaning }])).toThrow(
    "rate_limited",
  );
});
