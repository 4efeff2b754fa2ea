import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newDatabase } from "../harness/database.ts";
import { blocksToPaste, paste } from "../harness/paste.ts";
import { runUsance, temporaryFolder } from "../processes/entry.ts";
import { root } from "../processes/program.ts";

/* Pages that can be pasted into a terminal, and pasted again later, while `usance dev` keeps its state. */

/** The pages that source docs/shell.sh, except the quickstart, which the SDK's tests paste into a clone. */
const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md") && name !== "quickstart.md")
  .map((name) => ({ name, page: readFileSync(join(root, "docs", name), "utf8") }))
  .filter(({ page }) => page.includes("\n. docs/shell.sh\n"));

/** Variables that a shell sets or reads itself. */
const ownedByShells =
  /^(_|PATH|HOME|PWD|OLDPWD|USER|USERNAME|LOGNAME|UID|EUID|GID|HOST|HOSTNAME|SHELL|TERM|LANG|LC_\w+|IFS|PS\d|MAIL|EDITOR|PAGER|RANDOM|SECONDS|STATUS|COLUMNS|LINES|GROUPS|PROMPT|TMPDIR|NODE_\w+)$/i;

it("the pages of calls are among those that are pasted", () => {
  const guides =
    "balances billing checkout invoices limits mcp metering portal refunds rest test-clocks webhooks".split(
      " ",
    );
  const names = guides.map((name) => `${name}.md`);
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

describe.each(pages)("$name", ({ page }) => {
  const script = blocksToPaste(page)
    .map(({ command }) => command)
    .join("");

  it("sets no variable that the shell owns", () => {
    const names = Array.from(script.matchAll(/^\s*(?:export )?(\w+)=/gm), ([, name = ""]) => name);
    expect(names.filter((name) => ownedByShells.test(name))).toEqual([]);
  });

  it("has no comments, which an interactive zsh would run", () => {
    expect(script).not.toMatch(/^\s*#/m);
  });
});

it("the pages work when they are pasted, and when they are pasted again", async () => {
  const dataDir = temporaryFolder();
  const DATABASE_URL = await newDatabase();
  const dev = runUsance(["dev"], { DATA_DIR: dataDir, DATABASE_URL, PORT: "0" });
  const [, rest = ""] = await dev.printed(/^ *REST +(\S+)$/m);
  const { origin: url } = new URL(rest);

  let held = 0;
  for (const { page } of [...pages, ...pages]) held += await paste(page, { url, dataDir });

  expect(held).toBeGreaterThan(10);
}, 360_000);
