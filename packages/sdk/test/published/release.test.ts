import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

/* `pnpm release`, in a clone with an installation of its own. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const clone = mkdtempSync(join(tmpdir(), "usance-release-"));
const released = join(clone, "release");
const pnpm = (...args: string[]) => run("npx", "--yes", "pnpm@12.21.0", ...args);

beforeAll(async () => {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0");
  for (const file of files.filter((one) => one !== "" && existsSync(join(root, one)))) {
    cpSync(join(root, file), join(clone, file));
  }
  const install = await pnpm("install", "--frozen-lockfile", "--prefer-offline");
  expect(install.code, install.out).toBe(0);
}, 300_000);
afterAll(() => rm(clone, { recursive: true, force: true }));

it("packs what is published, with its license and nothing of the workspace", async () => {
  const { code, out } = await pnpm("release");

  expect(code, out).toBe(0);
  expect(readdirSync(released)).toEqual([
    "usance-api-0.1.0.tgz",
    "usance-express-0.1.0.tgz",
    "usance-sdk-0.1.0.tgz",
  ]);
  for (const file of readdirSync(released)) {
    const show = (name: string) =>
      execFileSync("tar", ["-xzOf", file, `package/${name}`], { cwd: released, encoding: "utf8" });
    expect(show("LICENSE")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
    expect(show("README.md")).not.toMatch(/\]\((?!https:)/);
    const manifest = show("package.json");
    expect(manifest).not.toContain("workspace:");
    expect(JSON.parse(manifest)).toMatchObject({
      license: "Apache-2.0",
      publishConfig: { access: "public", provenance: true },
    });
  }
}, 300_000);

it.each([
  ["publint", 'default: "./lib/index.js"', 'default: "./lib/none.js"'],
  ["attw", '!path.endsWith(".js")', "!/(\\.js|errors\\.d\\.ts)$/.test(path)"],
])(
  "releases nothing when %s finds a problem",
  async (check, right, wrong) => {
    const script = join(clone, "packages/sdk/scripts/build.ts");
    const text = readFileSync(script, "utf8");
    expect(text).toContain(right);
    writeFileSync(
      script,
      text.replace(right, () => wrong),
    );

    const { code, out } = await pnpm("release");

    writeFileSync(script, text);
    expect(code).toBe(1);
    expect(out).toContain(`FAIL @usance/sdk 0.1.0: ${check}\n`);
    expect(existsSync(released)).toBe(false);
  },
  300_000,
);

it("says what it does, and refuses options that it does not know", async () => {
  const help = await pnpm("--silent", "release", "--help");
  const unknown = await pnpm("release", "--upload");

  expect(help.code).toBe(0);
  expect(help.out).toContain("Usage: pnpm release [options]\n");
  expect(unknown.code).toBe(2);
  expect(unknown.out).toContain("Unknown option '--upload'");
});

it("cannot be packed by npm, which would pack the sources", async () => {
  for (const folder of ["apps/api", "packages/express", "packages/sdk"]) {
    const { code, out } = await run("npm", "pack", `./${folder}`);
    expect(code).toBe(1);
    expect(out).toContain("Pack this package with pnpm");
  }
});

/** Runs a command in the clone. @returns its exit code and all that it printed */
async function run(file: string, ...args: string[]): Promise<{ code: number; out: string }> {
  // npm, run by whom pnpm runs, would say that it is pnpm.
  const env = { ...process.env, npm_config_user_agent: undefined };
  const options = { cwd: clone, env, maxBuffer: 64 * 1024 * 1024 };
  const ended = await promisify(execFile)(file, args, options).then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );
  return { code: ended.code, out: ended.stdout + ended.stderr };
}
