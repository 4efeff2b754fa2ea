import { existsSync } from "node:fs";

/** Files that are generated: the Prisma client and the checkout page. */
export type Generated = "client" | "page";

const generators = {
  client: { script: "../../scripts/generate.mjs", tool: "../../node_modules/prisma" },
  page: {
    script: "../../../checkout/scripts/build.mjs",
    tool: "../../../checkout/node_modules/vite",
  },
} as const satisfies Readonly<Record<Generated, object>>;

/** Generates what a command needs where it is missing or out of date. An image has it, and no tools to make it. */
export async function prepare(needs: readonly Generated[]): Promise<void> {
  for (const { script, tool } of needs.map((one) => generators[one])) {
    if (!existsSync(new URL(tool, import.meta.url))) continue;
    await import(new URL(script, import.meta.url).href);
  }
}
