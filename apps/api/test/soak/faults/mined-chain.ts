import { setTimeout as sleep } from "node:timers/promises";
import type { Anvil } from "@usance/local-stack";
import { rpc } from "../../harness/chain.ts";

/** The time between two blocks, in milliseconds. */
const blockTimeMs = 1_000;

/** The chain of a soak, reached without a proxy. */
export interface MinedChain {
  /** Removes the newest blocks, and drops the transactions in them. */
  reorganize(depth: number): Promise<void>;
  /** Makes the node forget the transactions that wait for a block. */
  dropWaiting(): Promise<void>;
  /** Sets the base fee of the next block. It then falls by an eighth per block. */
  raiseBaseFee(gwei: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Makes a chain mine one block per second. Its own `--block-time` also mines during a reorganization: Anvil then
 * keeps blocks whose state is gone, or loses one between two others (seen with 1.7.1). So all changes of the chain
 * run one at a time.
 *
 * @param options.automatically leaves it as it is: it mines each transaction at once
 */
export async function mineBlocks(
  anvil: Pick<Anvil, "url">,
  { automatically }: { readonly automatically: boolean },
): Promise<MinedChain> {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async (method: string, params: readonly unknown[] = []) => {
    const done = last.then(() => rpc({ anvil }, method, params));
    last = done.catch(() => undefined);
    await done;
  };
  const stopped = new AbortController();
  const mine = async () => {
    while (!stopped.signal.aborted) {
      await inTurn("evm_mine");
      await sleep(blockTimeMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  if (!automatically) await rpc({ anvil }, "evm_setAutomine", [false]);
  const mining = automatically ? undefined : mine();
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
