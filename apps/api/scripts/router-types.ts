import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations as all } from "../src/server/router.ts";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * The declarations of the published package: the type AppRouter, written out in full, with the description of each
 * operation.
 *
 * @throws Error when tsc cannot write it
 */
export function routerTypes(): string {
  const [head, type] = declared().split("export declare const published: ");
  if (type === undefined) throw new Error("tsc declared no router.");
  const says = "/** Every operation of the API: what a tRPC client is typed with. */";
  return `${head}\n${says}\nexport type AppRouter = ${documented(type)}`;
}

/**
 * Declares published-router.ts with tsc. tsc also declares all code that the server consists of, which is not
 * published, so errors there do not matter.
 */
function declared(): string {
  const folder = mkdtempSync(join(tmpdir(), "usance-router-types-"));
  try {
    const tsc = at("../../node_modules/typescript/bin/tsc");
    const args = [tsc, "-p", at("tsconfig.build.json"), "--outDir", folder];
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const troubles = stdout.split("\n").filter((line) => line.includes("published-router.ts"));
    if (troubles.length > 0) throw new Error(troubles.join("\n"));
    return readFileSync(join(folder, "apps/api/scripts/published-router.d.ts"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds the description of each operation as a comment before it. Nouns are indented by four spaces, operations by
 * eight.
 */
function documented(type: string): string {
  const operations = new Map(all.map((one) => [one.name, one]));
  let noun = "";
  return type.replaceAll(
    /^( {4}| {8})(\w+): (\{|TRPC\w+Procedure<\{)$/gm,
    (line, indent: string, name: string, kind: string) => {
      if (kind === "{") {
        noun = name;
        return line;
      }
      const operation = operations.get(indent.length === 4 ? name : `${noun}.${name}`);
      if (operation === undefined) throw new Error(`There is no operation for ${line.trim()}`);
      const { summary, description } = operation;
      const says = [summary, description].filter(Boolean).join(". ").replaceAll("*/", "*\\/");
      return `${indent}/** ${says} */\n${line}`;
    },
  );
}
