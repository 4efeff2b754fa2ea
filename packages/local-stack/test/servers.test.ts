import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { startAnvil, startPostgres } from "../src/index.ts";
import { logs, processesOf, rows, temporaryFolder, textOf, until } from "./support.ts";

const kinds = [
  {
    kind: "Postgres",
    start: (dataDir?: string) => startPostgres({ durable: true, ...(dataDir && { dataDir }) }),
    ...rows,
    isSaved: () => true,
  },
  {
    kind: "a chain",
    start: (dataDir?: string) => startAnvil({ ...(dataDir && { dataDir }) }),
    ...logs,
    isSaved: (dataDir: string) => textOf(join(dataDir, "state.at-exit.json")).includes('"0x1"'),
  },
];

describe.each(kinds)("$kind", ({ start, write, read, isSaved }) => {
  test("keeps its data and its port over a stop and a kill, and takes another port when that is in use", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await write(first.url);
    const written = await read(first.url);
    await first.stop();
    expect(processesOf(dataDir)).toEqual([]);
    expect(await first.exited).toMatchObject({ asked: true, status: 0 });

    const second = await start(dataDir);
    expect([second.url, await read(second.url)]).toEqual([first.url, written]);
    await until(() => isSaved(dataDir));
    process.kill(Number(textOf(join(dataDir, "server.pid"))), "SIGKILL");
    expect(await second.exited).toMatchObject({ asked: false, status: 128 + 9 });

    const { port } = new URL(first.url);
    const other = createServer().listen(Number(port), "127.0.0.1");
    const third = await start(dataDir);
    expect(await read(third.url)).toBe(written);
    expect(new URL(third.url).port).not.toBe(port);
    other.close();
    await third.stop();
  });

  test("without a folder, is independent of others and leaves nothing", async () => {
    const folder = temporaryFolder();
    vi.stubEnv("TMPDIR", folder);
    const [one, other] = await Promise.all([start(), start()]).finally(vi.unstubAllEnvs);
    const before = await read(other.url).catch(String);
    await write(one.url);
    expect(await read(other.url).catch(String)).toBe(before);
    await Promise.all([one.stop(), other.stop()]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is refused on a folder that this process uses, until it is stopped", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid}: stop that one first, or choose another folder.`,
    );
    await first.stop();
    await (await start(dataDir)).stop();
  });
});
