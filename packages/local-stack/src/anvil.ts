import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anvilBinary } from "./binaries.ts";
import { keepSnapshots, recoverState, stateFiles } from "./chain-state.ts";
import { LocalStackError } from "./errors.ts";
import { openFolder } from "./folder.ts";
import { type Exit, type Guarded, spawnGuarded } from "./guardian.ts";
import { keepPort, keptPort } from "./kept-port.ts";
import { endLeftover } from "./leftover.ts";
import { rpcTo } from "./rpc.ts";

/** The chain id of every local chain. */
export const localChainId = 31337;

/**
 * The first account of every local chain, with 10,000 ETH. It comes from the mnemonic "test test test test test test
 * test test test test test junk" that Ethereum's tools share. Its key is publicly known: on other chains, anything
 * that is sent to it is stolen within seconds.
 */
export const publicDevAccount = {
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
} as const;

export interface AnvilOptions {
  /**
   * The folder that stores the chain. It is created at the first start and must not be used for anything else. Without
   * a folder, the chain is lost when it stops.
   */
  readonly dataDir?: string;
  /** The port on 127.0.0.1; default: that of the last start on the folder while it is free, otherwise any free one. */
  readonly port?: number;
  /** Further arguments of anvil, such as `--block-time 2`. */
  readonly args?: readonly string[];
  /** Called with a sentence about anything slow or unusual. */
  readonly log?: (message: string) => void;
}

export interface Anvil {
  /** The JSON-RPC address. It also accepts WebSocket connections. */
  readonly url: string;
  readonly chainId: typeof localChainId;
  /** Resolves when anvil has ended for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  /**
   * Stops anvil after it has written its state. Resolves when no process is left and the folder is free. Safe to call
   * twice.
   */
  stop(): Promise<void>;
  /** Ends anvil by SIGKILL, like a crash. */
  kill(): Promise<void>;
}

/** How often a running chain with a folder is saved, in milliseconds. */
const snapshotInterval = 5_000;

/**
 * Starts a local EVM chain that mines each transaction immediately. The chain ends with this process, however that
 * ends, and does not keep it alive.
 *
 * A chain with a folder continues where it stopped, with its blocks, transactions, receipts, logs and the current
 * state of its accounts. These are lost: pending transactions; the state at older blocks, so `eth_call` and balances
 * at `finalized` fail until the chain has made as many new blocks; settings such as automine; time shifts by
 * `evm_increaseTime`; and the last 5 s if anvil itself is killed.
 *
 * @throws LocalStackError when a live process uses the folder (after a wait of up to 3 s, because that process may be
 *   closing), when there is no binary for this platform, and with anvil's log when it fails
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { args = [], log = () => {} } = options;
  const binary = anvilBinary();
  const { path, kept, release } = await openFolder(options.dataDir);
  try {
    const files = {
      log: join(path, "anvil.log"),
      pid: join(path, "server.pid"),
      cache: join(path, "cache"),
    };
    await endLeftover(files.pid, path, log);
    // One file for each older block of the last run, which other runs cannot use.
    await rm(files.cache, { recursive: true, force: true });
    const state = kept ? await recoverState(path, log) : undefined;
    const port = options.port ?? (await keptPort(path)) ?? 0;
    const server = spawnGuarded({
      command: [
        binary,
        "--host=127.0.0.1",
        `--port=${port}`,
        `--chain-id=${localChainId}`,
        `--cache-path=${files.cache}`,
        ...(kept ? [`--dump-state=${stateFiles(path).dump}`] : []),
        ...(state === undefined ? [] : [`--load-state=${state}`]),
        ...args,
      ],
      cwd: path, // anvil reads an .env file in its working directory
      env: { HOME: path }, // anvil writes to ~/.foundry
      logFile: files.log,
      pidFile: files.pid,
      scratch: kept ? undefined : path,
    });
    const url = await listening(server, files.log).catch(async (error) => {
      await server.stop();
      throw error;
    });
    server.unref();
    if (kept) await keepPort(path, Number(new URL(url).port));
    const rpc = rpcTo(url);
    const stopSnapshots = kept ? keepSnapshots(path, rpc, snapshotInterval) : async () => {};
    const exited = server.exited.finally(stopSnapshots).finally(release);
    return {
      url,
      chainId: localChainId,
      exited,
      stop: async () => {
        await stopSnapshots();
        await server.stop();
        await exited;
      },
      kill: async () => {
        await server.kill();
        await exited;
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns the URL that anvil logs, and turns off further logging. */
async function listening(server: Guarded, logFile: string): Promise<string> {
  let exit: Exit | undefined;
  void server.exited.then((end) => {
    exit = end;
  });
  for (;;) {
    if (exit !== undefined) throw new LocalStackError(`anvil did not start:\n${exit.log}`);
    const [, address] =
      /^Listening on (127\.0\.0\.1:\d+)$/m.exec(readFileSync(logFile, "utf8")) ?? [];
    if (address !== undefined) {
      const url = `http://${address}`;
      // Otherwise the log would grow with every call.
      await rpcTo(url)("anvil_setLoggingEnabled", false);
      return url;
    }
    await sleep(10);
  }
}
