import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isReady } from "../src/cluster.ts";

/** Writes and removes a file again and again. */
const comesAndGoes = `
const { rmSync, writeFileSync } = require("node:fs");
for (;;) { writeFileSync(process.argv[1], "1"); rmSync(process.argv[1]); }`;

it("is not ready while the lock file of a killed Postgres is removed", () => {
  const cluster = mkdtempSync(join(tmpdir(), "usance-cluster-"));
  const pid = join(cluster, "server.pid");
  writeFileSync(pid, "1\n");
  const child = spawn(process.execPath, ["-e", comesAndGoes, join(cluster, "postmaster.pid")]);
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(cluster, { recursive: true, force: true });
  });

  for (let count = 0; count < 100_000; count += 1) expect(isReady({ cluster, pid })).toBe(false);
});
