import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anvilBinary, postgresFolder } from "../src/binaries.ts";
import { startPostgres } from "../src/postgres.ts";
import { type RunAs, runAsSelf, runInUserNamespace } from "../src/run-as.ts";
import { runAsNobody } from "../src/run-as-nobody.ts";
import { spawnParent } from "./spawn-parent.ts";
import { processesOf, query, receiptOf, sendWithLog, until } from "./support.ts";

const root = process.geteuid?.() === 0;
const namespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
const nameless = { uid: 41234, gid: 41234 };
const namelessNamespaces = root && spawnSync("unshare", ["--user", "true"], nameless).status === 0;

// A copy of the package with all it needs, in a folder that only root may enter at first.
let locked = "";
const clone = () => join(locked, "clone");
const inClone = () => ({ root: clone(), node: join(clone(), "node") });

// Outside of it, where the cluster of Postgres as `nobody` goes.
let outside = "";

describe.skipIf(!root)("as root", () => {
  beforeAll(() => {
    locked = mkdtempSync(join(tmpdir(), "usance-local-stack-test-"));
    outside = mkdtempSync(join(tmpdir(), "usance-local-stack-test-"));
    chmodSync(outside, 0o755);
    mkdirSync(clone());
    copyPackage(clone());
  });
  afterAll(() => {
    rmSync(locked, { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
  });

  test("a clone in a folder that only root can enter works, and keeps its state", async () => {
    await expectStateKept(join(locked, "kept"), {});
  });

  test("it works without user namespaces, with the cluster outside the folder", async () => {
    const data = join(locked, "outside");
    await expectStateKept(data, { outside });
    const home = await homeOf(join(data, "postgres"));
    expect(dirname(dirname(home))).toBe(outside);
    expect(readdirSync(dirname(home)).some((name) => name.startsWith("postgres-"))).toBe(true);
  });

  test.skipIf(!namespaces)(
    "a cluster made with user namespaces moves out when they are forbidden",
    async () => {
      const dataDir = join(locked, "moving");
      const first = await startPostgres({ dataDir, durable: true, runAs: runInUserNamespace });
      await query(first.url, "create table kept as select 42 as answer");
      await first.stop();
      const second = await startPostgres({ dataDir, durable: true, runAs: asNobody });
      expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
      await second.stop();
      expect(existsSync(join(dataDir, "cluster"))).toBe(false);

      // And stays there, although the choice would now be another.
      const third = await startPostgres({ dataDir, durable: true });
      expect(await query(third.url, "select answer from kept")).toEqual([{ answer: 42 }]);
      await third.stop();
    },
  );

  test("a copy of a data folder with its cluster outside is refused while the first is in use", async () => {
    const dataDir = join(locked, "original");
    const first = await startPostgres({ dataDir, durable: false, runAs: asNobody });
    const copy = join(locked, "copy");
    cpSync(join(dataDir, "cluster-is-at"), join(copy, "cluster-is-at"));
    await expect(startPostgres({ dataDir: copy, durable: false })).rejects.toThrow(
      `${await homeOf(dataDir)} is in use by process ${process.pid}`,
    );
    await first.stop();
  });

  test("a temporary Postgres outside the folder leaves nothing there", async () => {
    const before = readdirSync(join(outside, "usance-local-stack"));
    const postgres = await startPostgres({ durable: false, runAs: asNobody });
    await postgres.stop();
    expect(readdirSync(join(outside, "usance-local-stack"))).toEqual(before);
  });

  test("a folder outside that another user can write to is not used", async () => {
    const shared = join(outside, "shared");
    mkdirSync(join(shared, "usance-local-stack"), { recursive: true });
    chmodSync(join(shared, "usance-local-stack"), 0o777);
    await expect(runAsNobody(locked, [shared])).rejects.toThrow(/refuses to run as root/);
  });

  test("an ordinary user's cluster is refused in one line and not changed", async () => {
    const dataDir = join(locked, "of-another");
    mkdirSync(join(dataDir, "cluster"), { recursive: true });
    execFileSync("chown", ["-R", `${idOf("-u")}`, dataDir]);
    await expect(startPostgres({ dataDir, durable: false })).rejects.toThrow(
      `${dataDir} holds a cluster of user ${idOf("-u")}: start as that user, or choose another folder.`,
    );
    expect(readdirSync(dataDir)).toEqual(["cluster"]);
  });

  test("an ordinary user's clone works, and keeps its state", async () => {
    chmodSync(locked, 0o755);
    const nobody = { uid: idOf("-u"), gid: idOf("-g") };
    await expectStateKept(ownedFolder("ordinary", nobody), {}, nobody);
  });

  test.skipIf(!namelessNamespaces)("the clone of a user id without a name works too", async () => {
    chmodSync(locked, 0o755);
    await expectStateKept(ownedFolder("nameless", nameless), {}, nameless);
  });
});

test.skipIf(root)("as an ordinary user Postgres runs as that user", async () => {
  const postgres = await startPostgres({ durable: false, runAs: runAsSelf });
  expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

/** Starts both from the clone, fills them, kills the parent, and starts them again. */
async function expectStateKept(
  data: string,
  options: { outside?: string },
  user: { uid?: number; gid?: number } = {},
): Promise<void> {
  const all = {
    postgres: { dataDir: join(data, "postgres") },
    chain: { dataDir: join(data, "chain") },
    ...options,
  };
  const first = await spawnParent(all, { ...inClone(), ...user });
  expect(first.error).toBeUndefined();
  await query(first.postgres ?? "", "create table kept as select 42 as answer");
  const { hash, receipt } = await sendWithLog(first.chain ?? "");
  await first.kill();
  await until(() => processesOf(data).length === 0);

  const second = await spawnParent(all, { ...inClone(), ...user });
  expect(second.error).toBeUndefined();
  expect(await query(second.postgres ?? "", "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await receiptOf(second.chain ?? "", hash)).toEqual(receipt);
  await second.kill();
  await until(() => processesOf(data).length === 0);
}

function asNobody(dataDir: string): Promise<RunAs> {
  return runAsNobody(dataDir, [outside]);
}

async function homeOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "cluster-is-at"), "utf8")).trim();
}

function ownedFolder(name: string, { uid, gid }: { uid: number; gid: number }): string {
  const folder = join(locked, name);
  mkdirSync(folder);
  execFileSync("chown", [`${uid}:${gid}`, folder]);
  return folder;
}

function idOf(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" })) | 0;
}

function copyPackage(to: string): void {
  const here = join(import.meta.dirname, "..");
  for (const name of ["package.json", "src", "test"]) {
    cpSync(join(here, name), join(to, name), { recursive: true });
  }
  const packages = [join(postgresFolder(), ".."), join(dirname(anvilBinary()), "..")];
  for (const folder of packages) {
    const name = folder.split("/node_modules/").at(-1) ?? "";
    mkdirSync(dirname(join(to, "node_modules", name)), { recursive: true });
    execFileSync("cp", ["-RL", folder, join(to, "node_modules", name)]);
  }
  execFileSync("cp", ["-L", process.execPath, join(to, "node")]);
}
