import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSync } from "recheck";
import { parseAst } from "rolldown/parseAst";
import { expect, it } from "vitest";

/* No text can keep one of our regular expressions busy for long. */

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const sources = [
  ":(glob)apps/*/src/**/*.ts",
  ":(glob)apps/*/src/**/*.tsx",
  ":(glob)packages/*/src/**/*.ts",
];
const files = execFileSync("git", ["ls-files", ...sources], { cwd: root, encoding: "utf8" });

const found = files
  .trim()
  .split("\n")
  .filter((file) => !file.endsWith(".test.ts") && !file.includes("/local-stack/"))
  .flatMap((file) =>
    expressionsIn(file).map(({ pattern, flags }) => [pattern, flags, file] as const),
  );

it("finds regular expressions to check", () => {
  expect(found.length).toBeGreaterThan(20);
});

it("detects a known dangerous one", () => {
  expect(checkSync("^(a+)+$", "").status).toBe("vulnerable");
});

it.each(found)(
  "/%s/%s in %s runs in linear time",
  (pattern, flags) => {
    // The longest ones take seconds, and more on a busy machine.
    const checked = checkSync(pattern, flags.replaceAll(/[vdy]/g, ""), { timeout: 240_000 });
    expect(checked.status).toBe("safe");
  },
  300_000,
);

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

function expressionsIn(file: string): Expression[] {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const program = parseAst(readFileSync(join(root, file), "utf8"), { lang });
  const all: Expression[] = [];
  JSON.stringify(program, (key, value) => {
    if (key === "regex" && typeof value?.pattern === "string") all.push(value);
    return typeof value === "bigint" ? String(value) : value;
  });
  return all;
}
