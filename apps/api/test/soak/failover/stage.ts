import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil } from "@usance/local-stack";
import { deployRegistry } from "../../../src/cli/dev/deploy-registry.ts";
import type { Hex } from "../../../src/kit/evm-fields.ts";
import { startReplicatedPostgres } from "../../harness/replicated-postgres.ts";
import { startTransactionPooler } from "../../harness/transaction-pooler.ts";
import { ApiProcess } from "../api-process.ts";
import { environmentOn } from "../environment.ts";

export interface FailoverStage {
  readonly processes: readonly ApiProcess[];
  readonly logFiles: readonly string[];
  readonly rpcUrl: string;
  readonly contract: Hex;
  /** The address of the primary. */
  databaseUrl(): string;
  /** Kills the primary, promotes the standby, and creates a new standby in place of the former primary. */
  failOver(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A primary with a synchronous standby, and two processes. One process knows both servers; the other uses a pooler
 * that is told of each promotion.
 */
export async function setFailoverStage(problem: (what: string) => void): Promise<FailoverStage> {
  const [postgres, anvil, folder] = await Promise.all([
    startReplicatedPostgres(),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const pooler = await startTransactionPooler(postgres.primaryUrl());
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const urls = { "both-servers": postgres.url, pooler: pooler.url };
  const processes = Object.entries(urls).map(([name, databaseUrl]) => {
    const environment = {
      ...environmentOn({ databaseUrl, rpcUrl: anvil.url, contract }),
      SETTLEMENT_FINALITY: "1", // the chain mines no blocks by itself
      SYNCHRONOUS_STANDBYS: "1",
      LOG_LEVEL: "warn",
    };
    return new ApiProcess({ name, environment, logFile: join(folder, `${name}.log`), problem });
  });
  return {
    processes,
    logFiles: Object.keys(urls).map((name) => join(folder, `${name}.log`)),
    rpcUrl: anvil.url,
    contract,
    databaseUrl: postgres.primaryUrl,
    failOver: async () => {
      await postgres.killPrimary();
      await postgres.promote();
      pooler.redirect(postgres.primaryUrl());
      await postgres.rejoin();
    },
    stopStandby: postgres.stopStandby,
    startStandby: postgres.startStandby,
    stop: async () => {
      pooler.close();
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}
