import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { forRows } from "./harness/for-rows.ts";

/* docs/fault-matrix.md and SECURITY.md name tests that exist. */

const root = new URL("../../../", import.meta.url);
const page = fileURLToPath(new URL("docs/fault-matrix.md", root));
const rows = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => /^\| (?!fault |---)/.test(line));

it("the fault matrix has rows, and each names a test that exists", async () => {
  expect(rows.length).toBeGreaterThan(50);
  await forRows(rows, (row) => {
    const cells = row.split(" | ");
    const [, file = "", title = ""] = /^\[[^\]]+\]\(([^)]+)\): (.+) \|$/.exec(cells[2] ?? "") ?? [];
    const text = readFileSync(new URL(file, `file://${page}`), "utf8");

    // "…" stands for the part of a title that differs between its cases.
    expect(title.split("…").filter((part) => part === "" || !text.includes(part.trim()))).toEqual(
      [],
    );
  });
});

it("SECURITY.md names files that exist", () => {
  const text = readFileSync(new URL("SECURITY.md", root), "utf8");
  const named = [...text.matchAll(/`((?:apps|contracts|packages)\/[^`]+)`/g)].map(
    ([, path = ""]) => path,
  );

  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
