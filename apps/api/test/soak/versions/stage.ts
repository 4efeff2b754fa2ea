import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { deployRegistry } from "../../../src/dev/deploy-registry.ts";
import type { Hex } from "../../../src/shared/evm-fields.ts";
import { testKey } from "../../harness/service.ts";
import { thisVersion, type Version, versionOf, versionWith } from "../../harness/versions.ts";
import { ApiProcess } from "../api-process.ts";
import { environmentOn } from "../environment.ts";
import type { Random } from "../random.ts";
import { nextMigrations } from "./next-migrations.ts";
import type { VersionsOptions } from "./options.ts";

/** What the processes of both versions run on. */
export interface Stage {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: Hex;
  readonly old: readonly ApiProcess[];
  readonly next: readonly ApiProcess[];
  readonly logFiles: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a Postgres and a chain, and lays two versions ready: a commit and what stands here, or what
 * stands here and the same with more migrations.
 */
export async function setVersionsStage(
  { from, processes }: VersionsOptions,
  random: Random,
  problem: (what: string) => void,
): Promise<Stage> {
  const old = from === null ? thisVersion : await versionOf(from);
  const next = from === null ? await versionWith(nextMigrations(random)) : thisVersion;
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false, settings: { max_connections: 300 } }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const on = { databaseUrl: postgres.url, rpcUrl: anvil.url, contract };
  // The chain mines no blocks of its own accord.
  const more = { BOOTSTRAP_API_KEY: testKey, SETTLEMENT_FINALITY: "1", LOG_LEVEL: "warn" };
  const environment = { ...environmentOn(on), ...more };
  const processesOf = (kind: string, { root }: Version) =>
    Array.from({ length: processes }, (_, index) => {
      const name = `${kind}-${index + 1}`;
      const logFile = join(folder, `${name}.log`);
      return new ApiProcess({ name, environment, logFile, problem, root });
    });
  const both = { old: processesOf("old", old), next: processesOf("next", next) };
  return {
    ...on,
    ...both,
    logFiles: [...both.old, ...both.next].map(({ name }) => join(folder, `${name}.log`)),
    stop: async () => {
      await Promise.all([postgres.stop(), anvil.stop()]);
      await Promise.all([old.remove(), next.remove()]);
    },
  };
}
