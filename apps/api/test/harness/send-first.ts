import { type Account, createWalletClient, http, parseGwei } from "viem";

/** What a wallet sends. */
export interface Call {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/**
 * Has a call made in the next block before all else that waits for it: blocks take the best-paying first. It
 * returns while the call waits as well.
 */
export async function sendFirst(rpcUrl: string, account: Account, call: Call): Promise<void> {
  const fees = { maxPriorityFeePerGas: parseGwei("100"), maxFeePerGas: parseGwei("200") };
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  // Estimated, it would be told of what waits for the same block.
  await wallet.sendTransaction({ chain: null, ...call, ...fees, gas: 1_000_000n });
}
