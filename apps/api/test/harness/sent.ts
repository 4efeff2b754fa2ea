import { createPublicClient, http, isAddressEqual, type TransactionReceipt } from "viem";

type Hex = `0x${string}`;

/** A transaction on the chain, with its outcome. */
export interface Sent extends Pick<TransactionReceipt, "status" | "gasUsed" | "logs"> {
  readonly hash: Hex;
  readonly to: Hex | null;
  readonly gasLimit: bigint;
  readonly input: Hex;
}

/** The transactions of an account on the chain, from a block on, in order. */
export async function sentBy(rpcUrl: string, account: Hex, fromBlock = 0n): Promise<Sent[]> {
  const chain = createPublicClient({ transport: http(rpcUrl) });
  const latest = await chain.getBlockNumber({ cacheTime: 0 });
  const sent: Sent[] = [];
  for (let blockNumber = fromBlock; blockNumber <= latest; blockNumber += 1n) {
    const { transactions } = await chain.getBlock({ blockNumber, includeTransactions: true });
    for (const { hash, from, to, gas: gasLimit, input } of transactions) {
      if (!isAddressEqual(from, account)) continue;
      const { status, gasUsed, logs } = await chain.getTransactionReceipt({ hash });
      sent.push({ hash, to, gasLimit, input, status, gasUsed, logs });
    }
  }
  return sent;
}
