import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { anvilBinary } from "./binaries.ts";
import { keepPort, keptPort, openFolder } from "./folder.ts";
import { type Guarded, type Running, running, spawnGuarded } from "./guardian.ts";
import { endLeftover, LocalStackError } from "./processes.ts";

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
  /** Further arguments of anvil, such as `--block-time 2`. */
  readonly args?: readonly string[];
  /** Called with a sentence about anything slow or unusual. */
  readonly log?: (message: string) => void;
}

/** `stop` has anvil write its state first. */
export interface Anvil extends Running {
  /** The JSON-RPC address. It also accepts WebSocket connections. */
  readonly url: string;
  readonly chainId: typeof localChainId;
}

/** How often a running chain with a folder is saved, in seconds: everything may be killed at once. */
const saveInterval = 5;

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
  const folder = await openFolder(options.dataDir);
  const { path, kept, release } = folder;
  try {
    const pidFile = join(path, "server.pid");
    const cache = join(path, "cache");
    const logFile = join(path, "anvil.log");
    await endLeftover(pidFile, path, log);
    // One file for each older block of the last run, which other runs cannot use.
    await rm(cache, { recursive: true, force: true });
    const state = kept ? await recoverState(path, log) : undefined;
    const port = (await keptPort(folder)) ?? 0;
    const server = spawnGuarded({
      command: [
        binary,
        "--host=127.0.0.1",
        `--port=${port}`,
        `--chain-id=${localChainId}`,
        `--cache-path=${cache}`,
        ...(kept ? [`--dump-state=${dumpIn(path)}`, `--state-interval=${saveInterval}`] : []),
        ...(state === undefined ? [] : [`--load-state=${state}`]),
        ...args,
      ],
      cwd: path, // anvil reads an .env file in its working directory
      env: { HOME: path }, // anvil writes to ~/.foundry
      logFile,
      pidFile,
      scratch: kept ? undefined : path,
    });
    const url = await listening(server, logFile).catch(async (error) => {
      await server.stop();
      throw error;
    });
    await keepPort(folder, Number(new URL(url).port));
    return { url, chainId: localChainId, ...running(server, release) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns the URL that anvil logs, and disables further logging. */
async function listening(server: Guarded, logFile: string): Promise<string> {
  let address: string | undefined;
  const failure = await server.failureBefore(() => {
    const log = readFileSync(logFile, "utf8");
    [, address] = /^Listening on (127\.0\.0\.1:\d+)$/m.exec(log) ?? [];
    return address !== undefined;
  });
  if (failure !== undefined) throw new LocalStackError(`anvil did not start:\n${failure.log}`);
  const url = `http://${address}`;
  // Otherwise the log would grow with every call.
  const quiet = { jsonrpc: "2.0", id: 1, method: "anvil_setLoggingEnabled", params: [false] };
  const headers = { "content-type": "application/json" };
  await fetch(url, { method: "POST", headers, body: JSON.stringify(quiet) });
  return url;
}

/** The state that anvil writes while it runs and when it ends. Incomplete if it is killed while it writes. */
const dumpIn = (folder: string) => join(folder, "state.at-exit.json");

/**
 * Chooses the state that a chain continues with: the one that anvil wrote last or, if that is incomplete, the one with which
 * it was started last.
 *
 * @returns the file to load; undefined for a new chain
 */
async function recoverState(
  folder: string,
  log: (message: string) => void,
): Promise<string | undefined> {
  const [good, dump] = [join(folder, "state.json"), dumpIn(folder)];
  if (existsSync(dump)) {
    try {
      JSON.parse(await readFile(dump, "utf8"));
      await rename(dump, good);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      log("The chain's last state was cut short: going back to that of the last start.");
      await rm(dump);
    }
  }
  return existsSync(good) ? good : undefined;
}
