import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { anvilBinary, postgresFolder } from "../src/binaries.ts";
import { startPostgres } from "../src/index.ts";
import { inUserNamespace, runAsNobody } from "../src/run-as.ts";
import { logs, processesOf, rows, spawnParent, temporaryFolder, until } from "./support.ts";

const root = process.geteuid?.() === 0;
const namespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const nameless = { uid: 41_234, gid: 41_234 };

describe.skipIf(!root)("as root", () => {
  test.skipIf(!namespaces)(
    "a cluster made in a user namespace goes on as `nobody` where those are forbidden, and stays so",
    async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o755);
      const dataDir = join(folder, "postgres");
      const binaries = copyOf(postgresFolder(), join(folder, "binaries"));
      const asNobody = async (path: string) => {
        const found = await runAsNobody(path, binaries);
        if (found === null) throw new Error("It cannot enter the folders.");
        return found;
      };
      const first = await startPostgres({
        dataDir,
        durable: true,
        runAs: async () => inUserNamespace(),
      });
      await rows.write(first.url);
      await first.stop();
      for (const runAs of [{ runAs: asNobody }, { binaries }]) {
        const next = await startPostgres({ dataDir, durable: true, ...runAs });
        expect(await rows.read(next.url)).toBe('[{"answer":42}]');
        await next.stop();
      }
      const temporary = await startPostgres({ durable: false, runAs: asNobody });
      await temporary.stop();
    },
  );

  test("an ordinary user's cluster is refused in one line and not changed", async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, "cluster"));
    chownSync(join(dataDir, "cluster"), nameless.uid, nameless.gid);
    await expect(startPostgres({ dataDir, durable: false })).rejects.toThrow(
      `${dataDir} holds a cluster of user ${nameless.uid}: start as that user, or choose another folder.`,
    );
    expect(readdirSync(dataDir)).toEqual(["cluster"]);
  });

  test("a clone that only root can enter, one of an ordinary user, and one of a user id without a name keep their state", async () => {
    const clone = temporaryFolder();
    copyPackage(clone);
    await expectStateKept(clone, {});
    chmodSync(clone, 0o755);
    await expectStateKept(clone, nobody);
    if (namespaces) await expectStateKept(clone, nameless);
  });
});

/** Starts both from the clone as a user, fills them, kills the parent, and starts them again. */
async function expectStateKept(clone: string, user: { uid?: number; gid?: number }): Promise<void> {
  const data = join(clone, `data-of-${user.uid}`);
  mkdirSync(data);
  chownSync(data, user.uid ?? 0, user.gid ?? 0);
  const where = { root: clone, node: join(clone, "node"), ...user };
  const first = await spawnParent(data, where);
  expect(first.error).toBeUndefined();
  await rows.write(first.postgres);
  await logs.write(first.chain);
  const written = await logs.read(first.chain);
  await first.kill();
  await until(() => processesOf(data).length === 0);

  const second = await spawnParent(data, where);
  expect(await rows.read(second.postgres)).toBe('[{"answer":42}]');
  expect(await logs.read(second.chain)).toBe(written);
  await second.kill();
  await until(() => processesOf(data).length === 0);
}

function copyOf(folder: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync("cp", ["-RL", folder, to]);
  return to;
}

function copyPackage(to: string): void {
  const here = join(import.meta.dirname, "..");
  for (const name of ["package.json", "src", "test"]) {
    cpSync(join(here, name), join(to, name), { recursive: true });
  }
  for (const folder of [join(postgresFolder(), ".."), join(dirname(anvilBinary()), "..")]) {
    copyOf(folder, join(to, "node_modules", folder.split("/node_modules/").at(-1) ?? ""));
  }
  copyOf(process.execPath, join(to, "node"));
}
