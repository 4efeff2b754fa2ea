import { existsSync } from "node:fs";

/** Generated files: the Prisma client, and the pages that the service serves. */
export type Generated = "client" | "pages";

const page = (name: string) => ({
  script: `../../../${name}/scripts/build.mjs`,
  tool: `../../../${name}/node_modules/vite`,
});

const generators = {
  client: [{ script: "../../scripts/generate.mjs", tool: "../../node_modules/prisma" }],
  pages: [page("checkout"), page("dashboard"), page("docs")],
} as const satisfies Readonly<Record<Generated, readonly object[]>>;

/**
 * Generates the files that a command needs, if they are missing or out of date. A container image already has them,
 * and lacks the tools to generate them.
 */
export async function prepare(needs: readonly Generated[]): Promise<void> {
  for (const { script, tool } of needs.flatMap((one) => generators[one])) {
    if (!existsSync(new URL(tool, import.meta.url))) continue;
    await import(new URL(script, import.meta.url).href);
  }
}
