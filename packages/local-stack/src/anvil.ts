import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anvilBinary } from "./binaries.ts";
import { keepSnapshots, recoverState, stateFiles } from "./chain-state.ts";
import { LocalStackError } from "./errors.ts";
import { openFolder } from "./folder.ts";
import { type Exit, type Guarded, spawnGuarded } from "./guardian.ts";
import { endLeftover } from "./leftover.ts";
import { rpcTo } from "./rpc.ts";

/** The chain id of every local chain. */
export const localChainId = 31337;

/**
 * The first account of every local chain, with 10,000 ETH: of the mnemonic "test test test test test
 * test test test test test test junk" that Ethereum's tools share. Its key is public knowledge. For
 * local chains only: whatever is sent to it on another chain is stolen within seconds.
 */
export const publicDevAccount = {
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
} as const;

export interface AnvilOptions {
  /** The folder that keeps the chain, made at the first start; for the chain alone. Without one the
   * chain is gone when it stops. */
  readonly dataDir?: string;
  /** On 127.0.0.1; a free one unless given. */
  readonly port?: number;
  /** More of anvil's own arguments, such as `--block-time 2`. */
  readonly args?: readonly string[];
  /** Told in a sentence what takes time or is out of the ordinary. */
  readonly log?: (message: string) => void;
}

export interface Anvil {
  /** Of its JSON-RPC, over HTTP and WebSocket alike. */
  readonly url: string;
  readonly chainId: typeof localChainId;
  /** Resolves when anvil has ended, asked or not. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Ends it, its state written, and resolves when no process is left and the folder is free. Safe to
   * call twice. */
  stop(): Promise<void>;
  /** Ends it by SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

/** How often a chain that is kept is saved while it runs, in milliseconds. */
const snapshotInterval = 5_000;

/**
 * Starts a local EVM chain that mines each transaction at once. It ends with this process, however
 * that ends, and does not keep it from ending.
 *
 * A chain with a folder goes on where it was: blocks, transactions, receipts, logs and the accounts'
 * present state. Not kept: transactions not yet in a block; the state as of older blocks, so `eth_call`
 * and balances at `finalized` fail until as many new blocks are there; switches such as automine; a
 * shift of time by `evm_increaseTime`; and what the last 5 s brought if anvil itself is killed.
 *
 * @throws LocalStackError when a live process uses the folder (after up to 3 s: that one may be
 * closing), when there is no binary for this platform, and with its log when it fails
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { port = 0, args = [], log = () => {} } = options;
  const binary = anvilBinary();
  const { path, kept, release } = await openFolder(options.dataDir);
  try {
    const files = {
      log: join(path, "anvil.log"),
      pid: join(path, "server.pid"),
      cache: join(path, "cache"),
    };
    await endLeftover(files.pid, path, log);
    // Older states of the running chain, a file for each block: of no use to another run.
    await rm(files.cache, { recursive: true, force: true });
    const state = kept ? await recoverState(path, log) : undefined;
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
      cwd: path, // anvil reads an .env file where it stands
      env: { HOME: path }, // and writes to ~/.foundry
      logFile: files.log,
      pidFile: files.pid,
      scratch: kept ? undefined : path,
    });
    const url = await listening(server, files.log).catch(async (error) => {
      await server.stop();
      throw error;
    });
    server.unref();
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

/** The URL that anvil says it listens on; from then on it is to log no more. */
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
      // Or the log would grow with every call.
      await rpcTo(url)("anvil_setLoggingEnabled", false);
      return url;
    }
    await sleep(10);
  }
}
