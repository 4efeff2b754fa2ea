import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import {
  collectorAddress,
  deployCollector,
  devUsdcAddress,
} from "../../../src/dev/deploy-collector.ts";
import { deployRegistry } from "../../../src/dev/deploy-registry.ts";
import type { Hex } from "../../../src/shared/evm-fields.ts";
import { ApiProcess } from "../api-process.ts";
import { environmentOn } from "../environment.ts";
import { inspected } from "./inspected-process.ts";

export interface RequestsStage {
  readonly process: ApiProcess;
  readonly logFile: string;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: Hex;
  stop(): Promise<void>;
}

/** One process that takes payments too, on a Postgres and a chain that has each transaction in a block at once. */
export async function setRequestsStage(problem: (what: string) => void): Promise<RequestsStage> {
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  await deployCollector(anvil.url, {
    registry: contract,
    admins: [publicDevAccount.privateKey],
    operator: publicDevAccount.address,
  });
  const environment = {
    ...environmentOn({ databaseUrl: postgres.url, rpcUrl: anvil.url, contract }),
    ...inspected,
    SETTLEMENT_TOKEN_ADDRESS: devUsdcAddress,
    SETTLEMENT_COLLECTOR_ADDRESS: collectorAddress,
    SETTLEMENT_FINALITY: "1", // the chain mines no blocks of its own accord
    LOG_LEVEL: "error",
  };
  const logFile = join(folder, "process.log");
  return {
    process: new ApiProcess({ name: "the process", environment, logFile, problem }),
    logFile,
    databaseUrl: postgres.url,
    rpcUrl: anvil.url,
    contract,
    stop: async () => {
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}
