import "../../src/cli/known-warnings.ts";
import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { prepare } from "../../src/cli/prepare.ts";
import { reportOf, type Soak } from "./define-soak.ts";

/* Entry point of `pnpm soak <name>`. It exits with 0 if all checks passed, and with 1 otherwise. */

const largestSeed = 2 ** 32 - 1;

await prepare(["client", "pages"]);
const { soaks } = await import("./soaks.ts");
const program = new Command("pnpm soak").description(
  "Run the service with injected faults, on real processes, Postgres and chain, then compare what callers were told with the database and the chain.",
);
for (const soak of soaks) program.addCommand(commandOf(soak));
await program.parseAsync();
process.exit();

function commandOf(soak: Soak) {
  const command = new Command(soak.name).description(soak.summary);
  const seeds = { allowed: "the same seed injects the same faults", read: seedIn };
  const fallbacks = { seed: randomInt(largestSeed + 1) };
  for (const [name, { allowed, read, ...one }] of Object.entries({
    seed: seeds,
    ...soak.options,
  })) {
    const option = new Option(`--${flagOf(name)} <value>`, allowed);
    if ("fallback" in one) option.default(one.fallback);
    const parsed = option.argParser((text) => {
      const value = read(text);
      if (value === null) throw new InvalidArgumentError(`It must be ${allowed}.`);
      return value;
    });
    command.addOption(parsed);
  }
  return command.action(async (given) => {
    // Ending by a signal instead of an exit would leave processes behind.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => process.exit(130));
    }
    const options = { ...fallbacks, ...given };
    process.stdout.write(`Seed ${options.seed}\n`);
    const result = await soak.run(options);
    process.stdout.write(`\n${reportOf(result)}\nLogs: ${result.logFiles.join(" ")}\n`);
    if (result.problems.length > 0) process.exitCode = 1;
  });
}

function seedIn(text: string): number | null {
  return /^\d+$/.test(text) && Number(text) <= largestSeed ? Number(text) : null;
}

/** Converts `postgresKills` to `postgres-kills`. */
function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
