import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { openApiDocument } from "../src/server/openapi/document.ts";
import { operations as all } from "../src/server/router.ts";
import { blocksOf } from "./harness/blocks.ts";

/* guides/pages.test.ts tests that its calls work. */

it("docs/rest.md has a call for every operation", async () => {
  const page = await readFile(new URL("../../../docs/rest.md", import.meta.url), "utf8");
  const calls = blocksOf(page, "sh").flatMap((block) => block.match(/curl (?:.*\\\n)*.*/g) ?? []);
  const paths = Object.keys(openApiDocument(all).paths ?? {});

  const shown = new Set(calls.map((call) => operationOf(call, paths)));

  expect(operations().filter((operation) => !shown.has(operation))).toEqual([]);
});

/** The operation of a call, such as "POST /api/v1/services". */
function operations(): string[] {
  return Object.entries(openApiDocument(all).paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Finds the operation of a call: the path of the document that matches with the fewest parameters. */
function operationOf(call: string, paths: readonly string[]): string {
  const [, url = ""] = /"([$h][^"?]+)/.exec(call) ?? [];
  const [, method = call.includes(" -d ") || call.includes("--data") ? "POST" : "GET"] =
    /-X (\w+)/.exec(call) ?? [];
  const called = url.replace("$API", "/api/v1").replace(/^\$\{API%.*?\}/, "");
  const pattern = called.replaceAll(/\$\w+/g, "\\{\\w+\\}");
  const path = paths.find((one) => new RegExp(`^${pattern}$`).test(one));
  return `${method} ${path ?? called}`;
}
