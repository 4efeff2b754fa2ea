import type { Anvil } from "@usance/local-stack";
import { rpc } from "../harness/chain.ts";

/** What happens to the chain itself, past every proxy. */
export const chainTroubles = (anvil: Anvil) => ({
  /** Takes so many of the newest blocks back, and drops the transactions in them. */
  reorganize: (depth: number) => rpc({ anvil }, "anvil_reorg", [depth, []]),
  /** The node forgets what waits for a block. */
  dropWaiting: () => rpc({ anvil }, "anvil_dropAllTransactions", []),
  /** What the next block asks for its gas; it falls by an eighth a block from there. */
  raiseBaseFee: (gwei: number) =>
    rpc({ anvil }, "anvil_setNextBlockBaseFeePerGas", [
      `0x${(BigInt(gwei) * 1_000_000_000n).toString(16)}`,
    ]),
});
