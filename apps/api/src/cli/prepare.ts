import { existsSync } from "node:fs";

/** Generated files: the Prisma client and the checkout page. */
export type Generated = "client" | "page";

const generators = {
  client: { script: "../../scripts/generate.mjs", tool: "../../node_modules/prisma" },
  page: {
    script: "../../../checkout/scripts/build.mjs",
    tool: "../../../checkout/node_modules/vite",
  },
} as const satisfies Readonly<Record<Generated, object>>;

/**
 * Generates the files that a command needs, if they are missing or out of date. A container image already has them,
 * and lacks the tools to generate them.
 */
export async function prepare(needs: readonly Generated[]): Promise<void> {
  for (const { script, tool } of needs.map((one) => generators[one])) {
    if (!existsSync(new URL(tool, import.meta.url))) continue;
    await import(new URL(script, import.meta.url).href);
  }
}
