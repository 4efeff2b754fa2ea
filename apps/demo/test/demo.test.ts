import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("starts a service if none answers, pays an invoice on the chain, and stops it", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "usance-demo-"));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL("../../api/src/cli/usance.ts", import.meta.url)), "demo"],
      { env: { ...process.env, DATA_DIR: dataDir } },
    );

    expect(stdout).toMatch(/Usage is metered. +300 events, 11287.5 units\n/);
    expect(stdout).toMatch(/adds it up, +11287.5 × 0.0025 = 28.218750 USDC\n/);
    expect(stdout).toMatch(/on the chain, +CONFIRMED by transaction 0x[0-9a-f]{64}\n/);
    expect(stdout).toMatch(/invoice is paid. +PAID at /);
    expect(stdout).toMatch(/says so too. +SettlementRecorded in block \d+, log 0\n/);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
