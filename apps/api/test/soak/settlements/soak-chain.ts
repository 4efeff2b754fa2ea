import { setTimeout as sleep } from "node:timers/promises";
import type { Anvil } from "@usance/local-stack";
import { rpc } from "../../harness/chain.ts";

/** The pause between two blocks, in milliseconds. */
const blockTimeMs = 1_000;

/** The chain of a soak, past every proxy, and what happens to it. */
export interface SoakChain {
  /** Takes so many of the newest blocks back, and drops the transactions in them. */
  reorganize(depth: number): Promise<void>;
  /** The node forgets what waits for a block. */
  dropWaiting(): Promise<void>;
  /** The base fee of the next block; it falls by an eighth per block afterwards. */
  raiseBaseFee(gwei: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Has a chain mine a block a second. Its own `--block-time` would do so too, and in the middle of a
 * reorganization as well: anvil then keeps blocks whose state is gone, or loses one between two others
 * (seen with 1.7.1). So all that moves the chain is done one after the other.
 */
export async function startSoakChain(anvil: Pick<Anvil, "url">): Promise<SoakChain> {
  await rpc({ anvil }, "evm_setAutomine", [false]);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (method: string, params: readonly unknown[] = []) => {
    const done = last.then(() => rpc({ anvil }, method, params));
    last = done.catch(() => undefined);
    await done;
  };
  const stopped = new AbortController();
  const mining = (async () => {
    while (!stopped.signal.aborted) {
      await inTurn("evm_mine");
      await sleep(blockTimeMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    reorganize: (depth) => inTurn("anvil_reorg", [depth, []]),
    dropWaiting: () => inTurn("anvil_dropAllTransactions"),
    raiseBaseFee: (gwei) =>
      inTurn("anvil_setNextBlockBaseFeePerGas", [
        `0x${(BigInt(gwei) * 1_000_000_000n).toString(16)}`,
      ]),
    stop: async () => {
      stopped.abort();
      await mining;
    },
  };
}
