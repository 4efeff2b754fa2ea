import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startPostgres } from "@usance/local-stack";
import { startPostgresProxy } from "../../harness/postgres-proxy.ts";
import type { Database } from "../stage.ts";

/** A Postgres that can be killed. */
export interface KillablePostgres extends Database {
  /** Ends it by SIGKILL, and starts it again on its data. */
  kill(): Promise<void>;
}

/** Starts a Postgres that keeps every commit. */
export async function startKillablePostgres(folder: string): Promise<KillablePostgres> {
  const dataDir = join(folder, "database");
  const start = () => startPostgres({ durable: true, dataDir });
  let postgres = await start();
  const proxy = await startPostgresProxy(postgres.url);
  return {
    url: proxy.url,
    directUrl: () => postgres.url,
    kill: async () => {
      await postgres.kill();
      postgres = await start();
      proxy.redirect(postgres.url);
    },
    stop: async () => {
      proxy.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
