import { type Account, createWalletClient, http, parseGwei } from "viem";

/** A call of a wallet. */
export interface Call {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/**
 * Sends a call that the next block includes ahead of all waiting transactions, since it has the highest tip. Returns while the
 * call waits for the block.
 */
export async function sendFirst(rpcUrl: string, account: Account, call: Call): Promise<void> {
  const fees = { maxPriorityFeePerGas: parseGwei("100"), maxFeePerGas: parseGwei("200") };
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  // An estimate would include the transactions that wait for the same block.
  await wallet.sendTransaction({ chain: null, ...call, ...fees, gas: 1_000_000n });
}
