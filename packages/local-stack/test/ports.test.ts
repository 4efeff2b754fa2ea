import { createServer } from "node:net";
import { expect, test } from "vitest";
import { startAnvil } from "../src/anvil.ts";
import { startPostgres } from "../src/postgres.ts";
import { temporaryFolder } from "./support.ts";

test.each([
  ["Postgres", (dataDir: string) => startPostgres({ dataDir, durable: false })],
  ["a chain", (dataDir: string) => startAnvil({ dataDir })],
])(
  "%s keeps its port over restarts and kills, and takes another when that is in use",
  async (_, start) => {
    const dataDir = temporaryFolder();
    const ports: string[] = [];
    for (const end of ["stop", "kill", "stop"] as const) {
      const server = await start(dataDir);
      ports.push(new URL(server.url).port);
      await server[end]();
    }
    const [port] = ports;
    const other = createServer().listen(Number(port), "127.0.0.1");

    const elsewhere = await start(dataDir);
    await elsewhere.stop();

    other.close();
    expect(ports).toEqual([port, port, port]);
    expect(new URL(elsewhere.url).port).not.toBe(port);
  },
);
