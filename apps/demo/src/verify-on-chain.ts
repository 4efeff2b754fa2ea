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
  readonly transactionHash: `0x${string}`;
  readonly referenceHash: `0x${string}`;
  readonly invoiceId: string;
  readonly payer: `0x${string}`;
  readonly merchant: `0x${string}`;
  readonly tokenUnits: bigint;
}

/**
 * Checks a settlement using only the chain, as any payer could: the contract's own record, and the event in the
 * transaction's receipt, which may also have events of other settlements.
 *
 * @returns the position of the event
 * @throws Error that says what does not match
 */
export async function verifyOnChain(
  rpcUrl: string,
  contract: `0x${string}`,
  settled: SettledOnChain,
): Promise<{ blockNumber: bigint; logIndex: number }> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const receipt = await client.getTransactionReceipt({ hash: settled.transactionHash });
  const invoiceHash = keccak256(stringToBytes(settled.invoiceId));
  const event = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: receipt.logs.filter(({ address }) => isAddressEqual(address, contract)),
  }).find(({ args }) => args.invoiceHash === invoiceHash);
  if (event === undefined) throw new Error("The transaction has no SettlementRecorded event.");
  const { args } = event;
  const matches =
    args.referenceHash === settled.referenceHash.toLowerCase() &&
    isAddressEqual(args.payer, settled.payer) &&
    isAddressEqual(args.merchant, settled.merchant) &&
    args.amount === settled.tokenUnits;
  const { referenceHash, payer, merchant, token, amount, operator } = args;
  const isRecorded = await client.readContract({
    address: contract,
    abi: settlementRegistryAbi,
    functionName: "proves",
    args: [referenceHash, invoiceHash, payer, merchant, token, amount, operator],
  });
  if (!matches || !isRecorded) {
    throw new Error("The chain shows another settlement than the service.");
  }
  return { blockNumber: receipt.blockNumber, logIndex: event.logIndex };
}
