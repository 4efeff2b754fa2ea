import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { deployRegistry } from "../../../src/cli/dev/deploy-registry.ts";
import { rpc } from "../../harness/chain.ts";
import { ApiProcess } from "../api-process.ts";
import { environmentOn } from "../environment.ts";
import type { Random } from "../random.ts";
import { type FaultyRpc, startFaultyRpc } from "./faulty-rpc.ts";
import type { SettlementsOptions } from "./options.ts";
import { type SoakChain, startSoakChain } from "./soak-chain.ts";

/** More blocks than any reorganization of a soak removes. */
const finality = 12;

/** Everything that a soak runs on. */
export interface Stage {
  readonly anvil: Anvil;
  readonly chain: SoakChain;
  readonly contract: `0x${string}`;
  readonly databaseUrl: string;
  readonly proxies: readonly FaultyRpc[];
  readonly processes: readonly ApiProcess[];
  /** The output of each process, one file each. */
  readonly logFiles: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a Postgres, a chain with the contract, and the API processes, each with its own proxy to the chain. The
 * chain mines one block per second, as real ones do: between two blocks, transactions wait, are dropped and become
 * too cheap.
 */
export async function setStage(
  options: SettlementsOptions,
  random: Random,
  problem: (what: string) => void,
): Promise<Stage> {
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false, settings: { max_connections: 300 } }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  await rpc({ anvil }, "anvil_mine", [2 * finality]); // so that no reorganization removes the contract
  const chain = await startSoakChain(anvil);
  const proxies: FaultyRpc[] = [];
  const processes: ApiProcess[] = [];
  const logFiles: string[] = [];
  for (let index = 1; index <= options.processes; index += 1) {
    const proxy = await startFaultyRpc(anvil.url, {
      rate: options.rpcFaults,
      random: random.fork(),
    });
    const logFile = join(folder, `process-${index}.log`);
    const environment = {
      ...environmentOn({ databaseUrl: postgres.url, rpcUrl: proxy.url, contract }),
      SETTLEMENT_CONFIRMATIONS: "1",
      SETTLEMENT_FINALITY: String(finality),
      SETTLEMENT_TIMEOUT_MS: "6000",
      LOG_LEVEL: "warn",
    };
    proxies.push(proxy);
    logFiles.push(logFile);
    processes.push(new ApiProcess({ name: `process ${index}`, environment, logFile, problem }));
  }
  return {
    anvil,
    chain,
    contract,
    databaseUrl: postgres.url,
    proxies,
    processes,
    logFiles,
    stop: async () => {
      for (const proxy of proxies) proxy.stop();
      await chain.stop();
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}
