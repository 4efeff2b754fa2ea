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

Environment variables, read once at the start; an empty one counts as not set. \`NAME_FILE\` names a file with the value of
\`NAME\`: use it for secrets. \`pnpm start\` needs those that are required; \`pnpm dev\` has its own. \`_MS\` is milliseconds.

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
