import { settlementRegistryAbi } from "@usance/contracts";
import {
  createPublicClient,
  http,
  isAddressEqual,
  keccak256,
  parseEventLogs,
  stringToBytes,
} from "viem";

/** What a settlement must have left on the chain. */
export interface SettledOnChain {
  readonly transactionHash: string;
  readonly referenceHash: `0x${string}`;
  readonly invoiceId: string;
  readonly payer: `0x${string}`;
  readonly merchant: `0x${string}`;
  readonly tokenUnits: bigint;
}

/**
 * Checks a settlement against the chain alone, as any payer could: the contract's own record, and the
 * event in the transaction's receipt.
 *
 * @returns where the event stands
 * @throws Error that says what does not match
 */
export async function verifyOnChain(
  rpcUrl: string,
  contract: `0x${string}`,
  settled: SettledOnChain,
): Promise<{ blockNumber: bigint; logIndex: number }> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const receipt = await client.getTransactionReceipt({
    hash: settled.transactionHash as `0x${string}`,
  });
  const [event] = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: receipt.logs.filter(({ address }) => isAddressEqual(address, contract)),
  });
  if (event === undefined) throw new Error("The transaction has no SettlementRecorded event.");
  const record = await client.readContract({
    address: contract,
    abi: settlementRegistryAbi,
    functionName: "settlementOf",
    args: [settled.referenceHash],
  });

  const invoiceHash = keccak256(stringToBytes(settled.invoiceId));
  for (const shown of [event.args, record]) {
    const matches =
      shown.invoiceHash === invoiceHash &&
      isAddressEqual(shown.payer, settled.payer) &&
      isAddressEqual(shown.merchant, settled.merchant) &&
      shown.amount === settled.tokenUnits;
    if (!matches) throw new Error("The chain shows another settlement than the service.");
  }
  return { blockNumber: receipt.blockNumber, logIndex: event.logIndex };
}
