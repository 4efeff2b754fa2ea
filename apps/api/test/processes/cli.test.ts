import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { describe, expect, it, test } from "vitest";
import { CommandLine } from "../../src/cli/command-line.ts";
import { serviceFlags } from "../../src/cli/commands/start.ts";
import { program } from "../../src/cli/program.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { newDatabase } from "../harness/database.ts";
import { usance } from "../harness/usance.ts";
import { run, temporaryFolder } from "./entry.ts";
import { productionEnvironment, useChain } from "./production.ts";
import { root, usanceCommand } from "./program.ts";

/* The command line itself. The commands are tested next to their code. */

const silent = {
  environment: {},
  clock: systemClock,
  terminal: null,
  out: () => undefined,
  err: () => undefined,
};
const top = program(new CommandLine(silent));

/** Every command, by its words. */
const paths: readonly (readonly string[])[] = pathsOf(top, []);

function pathsOf(command: CommandUnknownOpts, path: readonly string[]): (readonly string[])[] {
  return [path, ...command.commands.flatMap((one) => pathsOf(one, [...path, one.name()]))];
}

describe("help", () => {
  it("is available for every command by --help, -h and help, with examples and exit codes", async () => {
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const asked = await usance([...path, "--help"]);
      const [name, command] = [path.join(" "), path.at(-1) ?? ""];

      expect({ name, ...asked }).toMatchObject({ name, code: 0, notes: [] });
      expect(asked.lines[0]).toMatch(new RegExp(`^Usage: usance ${name}`.trimEnd()));
      expect(asked.lines.join("\n")).toMatch(
        /\nExamples?:\n {2}usance .*\n[\s\S]*\nExit codes: 0 /,
      );
      expect(await usance([...path, "-h"])).toEqual(asked);
      expect(await usance([...path.slice(0, -1), "help", command])).toEqual(
        command === "" ? await usance(["help"]) : asked,
      );
    }
  });

  it("shows examples with existing commands and options", async () => {
    for (const path of paths) {
      const { lines } = await usance([...path, "--help"]);
      const examples = lines.filter((line) => /^ {2}usance /.test(line));
      for (const example of examples) expect(unknownIn(example)).toEqual([]);
    }
  });

  it("needs no configuration or generated client, and creates nothing", async () => {
    const folder = temporaryFolder();
    const environment = { DATA_DIR: folder, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const loads = `data:text/javascript,${encodeURIComponent(`
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, nextLoad) {
          if (/generated\\/client|prisma|scripts\\/generate|\\/pg\\//.test(url)) throw new Error(url);
          return nextLoad(url, context);
        },
      });
    `)}`;
    const [node = "", ...words] = usanceCommand([]);
    for (const path of [["migrate"], ["start"], ["dev"], ["keys", "create"]]) {
      const help = run([node, "--import", loads, ...words, ...path, "--help"], environment, folder);

      expect(await help.ended).toBe(0);
      expect(help.out()).toContain(`Usage: usance ${path.join(" ")}`);
      expect(help.err()).toBe("");
    }
    expect(existsSync(join(folder, "postgres"))).toBe(false);
  });
});

/** Words of an example that are no command, and options that the command does not have. */
function unknownIn(example: string): string[] {
  let command = top;
  const unknown: string[] = [];
  for (const word of example.trim().split(" ").slice(1)) {
    const next = command.commands.find((one) => one.name() === word);
    if (next !== undefined) command = next;
    else if (/^(--)?help$/.test(word)) return unknown;
    else if (word.startsWith("--") && command.options.every(({ long }) => long !== word)) {
      unknown.push(`${example}: ${word}`);
    } else if (command.commands.length > 0 && command.registeredArguments.length === 0) {
      unknown.push(`${example}: ${word}`);
    }
  }
  return unknown;
}

describe("wrong usage exits with 2 and an error on standard error", () => {
  it.each([
    [[], /^Usage: usance <command>/],
    [["strat"], /^error: unknown command 'strat'\n\(Did you mean start\?\)\nRun `usance --help`/],
    [
      ["keys", "crate"],
      /^error: unknown command 'crate'\n\(Did you mean create\?\)\nRun `usance keys --help`/,
    ],
    [["verify-ledger", "--jsn"], /^error: unknown option '--jsn'\n\(Did you mean --json\?\)\n/],
    [["migrate", "now"], /^error: too many arguments for 'migrate'/],
    [["migrate", "new", "Add-Discounts"], /Use lower case letters, digits and underscores\./],
    [["start", "now"], /^error: too many arguments for 'start'/],
    [["verify-ledger", "--from-block", "genesis"], /It must be a whole number from 0 to 9+\./],
    [["biller", "run", "--every", "0"], /It must be a whole number of at least 1\./],
    [["usage", "import", "usage.txt", "--format", "all"], /Allowed: csv, ndjson\./],
    [["usage", "import", "a.csv", "--batch", "1001"], /It must be a whole number from 1 to 1000\./],
  ])("%j", async (words, message) => {
    const { code, lines, notes } = await usance(words);

    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(notes.join("\n")).toMatch(message);
  });
});

test("--version prints the package's version", async () => {
  expect(await usance(["--version"])).toEqual({ code: 0, lines: ["0.1.0"], notes: [] });
});

test("migrate --json prints what it applied", async () => {
  const environment = { DATABASE_URL: await newDatabase("template0") };

  const first = await usance(["migrate", "--json"], environment);
  const second = await usance(["migrate", "--json"], environment);

  const { applied } = JSON.parse(first.lines.join());
  expect(applied[0]).toMatch(/^\d+_init$/);
  expect(second).toEqual({ code: 0, lines: ['{"applied":[]}'], notes: [] });
});

describe("as a program", () => {
  const chain = useChain();

  it("runs by its name from any folder", async () => {
    const bin = join(root, "node_modules/.bin/usance");
    const program = run([bin, "--version"], { PATH: process.env.PATH ?? "" }, temporaryFolder());

    expect([await program.ended, program.out(), program.err()]).toEqual([0, "0.1.0\n", ""]);
  });

  it("starts the service in its own process with Node's flags, and forwards signals", async () => {
    const environment = await productionEnvironment(chain(), { LOG_LEVEL: "info" });
    const [node = "", ...words] = usanceCommand(["start"]);
    const withoutFlags = words.filter((word) => !word.startsWith("--"));
    const service = run([node, ...withoutFlags], environment);
    await service.printed(/^Listening on /m);

    if (existsSync("/proc")) {
      const [, ...args] = readFileSync(`/proc/${service.pid}/cmdline`, "utf8").split("\0");
      expect(args.slice(0, serviceFlags.length)).toEqual(serviceFlags);
    }
    service.signal("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(service.err()).toBe("");
  });

  it("hides known warnings only", async () => {
    const file = new URL("../../src/cli/known-warnings.ts", import.meta.url).href;
    const warn = `
      process.emitWarning("Calling client.query() when the client is already executing a query is deprecated", "DeprecationWarning");
      process.emitWarning("Something else is deprecated", "DeprecationWarning", "DEP9999");`;
    const program = run([process.execPath, "--import", file, "--eval", warn], {});

    expect(await program.ended).toBe(0);
    expect(program.err()).toContain("[DEP9999] DeprecationWarning: Something else is deprecated");
    expect(program.err()).not.toContain("client.query");
  });
});
