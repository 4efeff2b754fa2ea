import { writeFile } from "node:fs/promises";
import type { z } from "zod";
import { variables } from "../src/kit/config/variables.ts";

/* Writes the table of environment variables to the file named on the command line. */

const [target = "configuration.md"] = process.argv.slice(2);
const rows = Object.entries(variables).map(
  ([name, schema]) => `| \`${name}\` | ${schema.description} | ${defaultOf(schema)} |`,
);
await writeFile(
  target,
  `# Configuration

Everything is set by environment variables, read once at the start. An empty one counts as not set. For each there may be
\`NAME_FILE\` instead, which names a file that holds the value: the way to give secrets.
\`pnpm start\` does not start without those that are required, and says which; \`pnpm dev\` brings its own.

| variable | meaning | default |
| --- | --- | --- |
${rows.join("\n")}
`,
);

/** The variable's value when it is not set. */
function defaultOf(schema: z.ZodType): string {
  const unset = schema.safeParse(undefined);
  if (!unset.success) return "required";
  return unset.data === undefined ? "none" : `\`${unset.data}\``;
}
