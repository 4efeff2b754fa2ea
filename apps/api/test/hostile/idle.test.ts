import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import type { Metrics } from "../harness/metrics.ts";
import { until } from "../harness/until.ts";
import { keepCalling, useStage } from "./stage.ts";

/* Many connections without requests. */

/** How many files this process and the service may open. */
const maxFiles = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
const crowd = maxFiles === "unlimited" ? 10_000 : Math.min(10_000, Number(maxFiles) - 500);
const stage = useStage({ MAX_CONNECTIONS: String(crowd + 1_000), REQUEST_TIMEOUT_MS: "600000" });

test("ten thousand idle connections, or as many as `ulimit -n` allows, cost little, block nobody, and leave nothing behind", async () => {
  const good = keepCalling(stage());
  const before = await stage().metrics();

  const first = await costOfCrowd(before);
  const second = await costOfCrowd(before);

  expect(new Set(await good.stop())).toEqual(new Set([201, 200]));
  process.stdout.write(
    `${crowd} idle connections cost the service ${inKib(first)} KiB each; as many a second time ${inKib(second)} KiB (files that may be open: ${maxFiles})\n`,
  );
  expect(Math.max(first, second)).toBeLessThan(32 * 1_024);
});

/**
 * Opens the connections and closes them. @returns the memory that the service used meanwhile, in bytes per
 * connection
 */
async function costOfCrowd(before: Metrics): Promise<number> {
  const sockets = await openCrowd();
  await until(async () => openFiles(await stage().metrics()) >= openFiles(before) + crowd);
  const during = memory(await stage().metrics());
  for (const socket of sockets) socket.destroy();
  await until(async () => openFiles(await stage().metrics()) < openFiles(before) + 20);
  return (during - memory(before)) / crowd;
}

/** Some at a time: only some hundred may wait until the service accepts them. */
async function openCrowd(): Promise<Socket[]> {
  const { hostname, port } = new URL(stage().url);
  const sockets: Socket[] = [];
  while (sockets.length < crowd) {
    const more = Array.from({ length: 400 }, () => connect(Number(port), hostname));
    sockets.push(...more);
    await Promise.all(more.map((socket) => once(socket, "connect")));
  }
  return sockets;
}

const openFiles = (metrics: Metrics) => metrics.value("process_open_fds") ?? 0;
const memory = (metrics: Metrics) => metrics.value("process_resident_memory_bytes") ?? 0;
const inKib = (bytes: number) => (bytes / 1_024).toFixed(1);
