import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type ChromiumTerms, findChromium } from "./find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How to start the browser. */
    chromium: ChromiumTerms;
  }
}

/** Builds the pages, and finds a browser. */
export default async function setup(project: TestProject): Promise<void> {
  for (const page of ["checkout", "dashboard", "docs"]) {
    const build = fileURLToPath(new URL(`../../../${page}/scripts/build.mjs`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [build], { encoding: "utf8" });
    if (status !== 0) throw new Error(`The ${page} could not be built:\n${stderr}`);
  }
  project.provide("chromium", await findChromium());
}
