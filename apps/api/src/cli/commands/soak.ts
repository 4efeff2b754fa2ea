import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { CommandLine } from "../command-line.ts";
import { inDevelopment } from "../development.ts";
import { documented, group, wholeNumber } from "../words.ts";

const load = () => inDevelopment(() => import("../../../test/soak/soaks.ts"));
type Soaks = Awaited<ReturnType<typeof load>>;

const largestSeed = 2 ** 32 - 1;

/** @param words the arguments after `usance`. The soaks are test code, which is imported only if the words name it */
export async function soakCommand(commandLine: CommandLine, words: readonly string[]) {
  const isThere = existsSync(new URL("../../../test/soak/soaks.ts", import.meta.url));
  const made = words.includes("soak") && isThere ? await load() : null;
  const commands = made === null ? [] : made.soaks.map((soak) => oneSoak(commandLine, made, soak));
  const command = group(
    "soak",
    "Run the service with injected faults, on real processes, Postgres and chain, then compare what callers were told with the database and the chain.",
    commands,
    ["soak settlements --seed 303", "soak versions --callers 32"],
  );
  if (!isThere) {
    command.allowExcessArguments().action(() =>
      commandLine.run({}, async () => {
        await load();
        return {};
      }),
    );
  }
  return command;
}

function oneSoak(commandLine: CommandLine, { reportOf }: Soaks, soak: Soaks["soaks"][number]) {
  const command = new Command(soak.name)
    .description(soak.summary)
    .option(
      "--seed <number>",
      "the same seed injects the same faults (default: random)",
      wholeNumber(0, largestSeed),
    );
  for (const [name, { fallback, allowed, read }] of Object.entries(soak.options)) {
    const option = new Option(`--${flagOf(name)} <value>`, allowed);
    if (fallback !== null) option.default(fallback);
    command.addOption(
      option.argParser((text) => {
        const value = read(text);
        if (value === null) throw new InvalidArgumentError(`It must be ${allowed}.`);
        return value;
      }),
    );
  }
  command.action((given) =>
    commandLine.run({ needs: ["client", "pages"] }, async () => {
      // Ending by a signal instead of an exit would leave processes behind.
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.once(signal, () => process.exit(130));
      }
      const fallbacks = Object.entries(soak.options).map(([name, option]) => [
        name,
        option.fallback,
      ]);
      const seed = given.seed ?? randomInt(largestSeed + 1);
      commandLine.say(`Seed ${seed}`);
      const options = { ...Object.fromEntries(fallbacks), ...given, seed };
      const { counts, problems, logFiles } = await soak.run(options);
      return {
        lines: ["", reportOf(counts, problems), `Logs: ${logFiles.join(" ")}`],
        holds: problems.length === 0,
      };
    }),
  );
  return documented(command, {
    examples: [`soak ${soak.name}`, `soak ${soak.name} --seed 301`],
    exitCodes: "0 all checks passed, 1 a check or the soak failed, 2 wrong usage",
  });
}

/** Converts `postgresKills` to `--postgres-kills`. */
const flagOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
