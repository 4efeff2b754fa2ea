import { writeFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { errorCatalogue } from "../src/server/error-catalogue.ts";
import { operations } from "../src/server/router.ts";

/* Writes docs/errors.md from the definitions of the refusals. */

const [file = ""] = process.argv.slice(2);

const catalogue = errorCatalogue(operations);
const statuses = [...new Set(catalogue.map(({ status }) => status))];
const sections = statuses.map(
  (status) => `## ${status} ${STATUS_CODES[status]}

| code | message | meaning | what to do |
| --- | --- | --- | --- |
${rowsOf(status).join("\n")}`,
);

writeFileSync(
  file,
  `# Errors

<!-- Generated from the refusals in apps/api/src by \`pnpm generate\`. Edit those, not this page. -->

Every error has an HTTP status, a message for people and a code for programs. Compare codes, not messages: a code never changes its meaning, and
errors with the same message can have different codes. New codes may be added, so treat an unknown one by its status.

| where | message | code | field that is at fault, if it is one | hint |
| --- | --- | --- | --- | --- |
| REST | \`{"error": "…"}\` | header \`Usance-Error\` | header \`Usance-Error-Param\` | header \`Usance-Error-Hint\` |
| tRPC | \`message\` | \`data.error\` | \`data.param\` | \`data.hint\` |
| SDK | \`error.message\` | \`error.code\` | \`error.param\` | \`error.hint\` |
| an item of a batch, or a line | \`error\` | \`code\` | \`param\` | |

The hint is the meaning and the remedy of this page in words, for example the scope that a key lacks. A field is named by its path: \`owner.email\`, \`events.0\`. The header \`Usance-Error-Param\` is absent if the name has characters that a header cannot carry. The OpenAPI
document lists the codes of each operation. In the messages below, \`<…>\` stands for a part that varies.

${sections.join("\n\n")}
`,
);

function rowsOf(status: number): string[] {
  return catalogue
    .filter((error) => error.status === status)
    .map(({ code, messages, meaning, remedy }) => {
      const shown = messages.map((message) => `\`${message}\``).join("<br>");
      return `| \`${code}\` | ${shown} | ${meaning} | ${remedy} |`;
    });
}
