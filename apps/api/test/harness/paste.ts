import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { root, usanceCommand } from "../processes/program.ts";
import { shapeOf } from "./shape-of.ts";

/** A block of commands, and what the page says it prints. */
interface Block {
  readonly command: string;
  readonly form?: string | undefined;
  readonly printed?: string | undefined;
}

/** Where a page is pasted. */
interface Place {
  /** The address of the service, and its data folder. */
  readonly url: string;
  readonly dataDir: string;
  /** The clone; this one unless another is given. */
  readonly clone?: string;
  /** The commands that the shell runs before the page's. */
  readonly before?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The blocks of a page that can be pasted: all but those that start the service, a suite or the relay of webhooks, which
 * other tests do.
 */
export function blocksToPaste(page: string): Block[] {
  const blocks = page.matchAll(/```sh\n([\s\S]*?)```\n+(?:```(jsonl?|text)\n([\s\S]*?)```)?/g);
  return [...blocks]
    .map(([, command = "", form, printed]) => ({ command, form, printed }))
    .filter(
      ({ command }) =>
        !/^npx --yes pnpm@\S+ (dev|start|test|test:system|usance webhooks .*)\n$/.test(command),
    );
}

/**
 * Pastes the blocks of a page into one new shell, as its reader does in a clone where `usance dev` runs. It fails at an
 * unset variable, a command that fails, an error that the page does not show, and an answer that differs from the page.
 *
 * @returns how many blocks printed what the page shows
 */
export async function paste(page: string, place: Place): Promise<number> {
  const { url, dataDir } = place;
  const blocks = blocksToPaste(page);
  const outputs = await outputsOf(
    blocks.map(({ command }) =>
      withSources(command)
        .replaceAll("http://127.0.0.1:3000", url)
        .replaceAll(".data/", `${dataDir}/`),
    ),
    place,
  );
  for (const [index, { command, form, printed }] of blocks.entries()) {
    const output = outputs[index] ?? "";
    if (printed === undefined) expect(output, command).not.toMatch(refused);
    else if (form === "text") expect(output, command).toBe(printed);
    else expect(shapeOf(read(output, form)), command).toEqual(shapeOf(read(printed, form)));
  }
  return blocks.filter(({ printed }) => printed !== undefined).length;
}

/** The error of a call, or of an item in a batch. A webhook delivery has errors of its own. */
const refused = /(^\s*\{|"status": ?\d+,)\s*"error"/m;

const read = (text: string, form: string | undefined): unknown =>
  form === "jsonl"
    ? text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : JSON.parse(text);

/** Stands between the blocks' outputs. */
const mark = "--- end of a block ---\n";

/** The output of each script. All run in one shell, which ends at the first failure or after a time limit. */
async function outputsOf(
  scripts: readonly string[],
  { dataDir, clone = root, before = "", environment }: Place,
): Promise<string[]> {
  const whole = scripts.map((script) => `${withoutPnpm(script)}\necho ${mark}`).join("");
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const { HOME = "/" } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, ...environment };
  const options = { cwd: clone, env, timeout: 120_000 };
  const run = promisify(execFile)("sh", ["-euc", `exec 2>&1\n${before}${whole}`], options);
  const ended = await run.catch((failed: { stdout: string; code: unknown }) => failed);
  const outputs = ended.stdout.split(mark);
  const last = outputs.pop();
  if ("code" in ended) expect.fail(`${scripts[outputs.length]}\nends with\n${last}`);
  return outputs;
}

/** Puts scripts that are sourced in their place, so that they too call the service of the test. */
const withSources = (command: string) =>
  command.replaceAll(/^\. (\S+\.sh)$/gm, (_, file: string) =>
    readFileSync(join(root, file), "utf8"),
  );

/** Runs what pnpm would run: pnpm itself needs the registry. */
const withoutPnpm = (script: string) =>
  script.replaceAll(
    /npx --yes pnpm@\S+ (?:--silent )?usance/g,
    `'${usanceCommand([]).join("' '")}'`,
  );
