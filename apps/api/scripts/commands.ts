import { writeFileSync } from "node:fs";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { CommandLine } from "../src/cli/command-line.ts";
import { program } from "../src/cli/program.ts";
import { systemClock } from "../src/kit/clock.ts";

/* Writes docs/commands.md from the definitions of the commands. */

const [file = ""] = process.argv.slice(2);

let printed = "";
const commandLine = new CommandLine({
  environment: {},
  clock: systemClock,
  terminal: null,
  out: (text) => {
    printed += text;
  },
  err: (text) => void process.stderr.write(text),
});
const top = program(commandLine);

const rows: string[] = [];
const sections: string[] = [];
for (const command of top.commands) add(command, command.name());

writeFileSync(
  file,
  `# Commands

<!-- Generated from apps/api/src/cli by \`pnpm generate\`. Edit the commands, not this page. -->

\`npx --yes pnpm@12.21.0 usance <command>\`, from a clone of the repository; in the image, \`node apps/api/src/cli/usance.ts <command>\`.
\`pnpm dev\` and \`pnpm start\` are \`pnpm usance dev\` and so on. Answers are on standard output, everything else is on standard error.
Add pnpm's \`--silent\` where a program reads the answer: \`npx --yes pnpm@12.21.0 --silent usance keys list --json\`.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | failed, or what was checked does not hold |
| 2 | wrong usage: an unknown command or option, or a value that is not allowed. For \`verify\` and \`verify-ledger\` also: could not be checked |
| 130 | ended by a second signal, before it had stopped |

| command | what it does | exit codes |
| --- | --- | --- |
${rows.join("\n")}

${sections.join("\n\n")}
`,
);

function add(command: CommandUnknownOpts, path: string): void {
  const help = helpOf(command);
  const [, codes = ""] = /^Exit codes: (.*)$/m.exec(help) ?? [];
  const isGroup = command.commands.length > 0 && path !== "migrate";
  if (!isGroup) rows.push(`| \`${path}\` | ${command.description()} | ${codes} |`);
  sections.push(`## ${path}\n\n\`\`\`text\n${help}\`\`\``);
  for (const one of command.commands) add(one, `${path} ${one.name()}`);
}

function helpOf(command: CommandUnknownOpts): string {
  printed = "";
  command.outputHelp();
  return printed;
}
