import { settlementRegistryAbi, settlementRegistryV1Abi } from "@usance/contracts";
import {
  createPublicClient,
  getAbiItem,
  http,
  isAddressEqual,
  keccak256,
  type PublicClient,
  parseEventLogs,
  stringToBytes,
  toFunctionSelector,
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
  if (!matches || !(await isRecorded(client, contract, args))) {
    throw new Error("The chain shows another settlement than the service.");
  }
  return { blockNumber: receipt.blockNumber, logIndex: event.logIndex };
}

interface Recorded {
  readonly referenceHash: `0x${string}`;
  readonly invoiceHash: `0x${string}`;
  readonly payer: `0x${string}`;
  readonly merchant: `0x${string}`;
  readonly token: `0x${string}`;
  readonly amount: bigint;
  readonly operator: `0x${string}`;
}

const proves = toFunctionSelector(getAbiItem({ abi: settlementRegistryAbi, name: "proves" }));

/** Whether the contract's state matches the event, in either version of the contract. */
async function isRecorded(
  client: PublicClient,
  address: `0x${string}`,
  { referenceHash, invoiceHash, payer, merchant, token, amount, operator }: Recorded,
): Promise<boolean> {
  const code = await client.getCode({ address });
  if (code?.includes(proves.slice(2))) {
    return client.readContract({
      address,
      abi: settlementRegistryAbi,
      functionName: "proves",
      args: [referenceHash, invoiceHash, payer, merchant, token, amount, operator],
    });
  }
  const record = await client.readContract({
    address,
    abi: settlementRegistryV1Abi,
    functionName: "settlementOf",
    args: [referenceHash],
  });
  return (
    record.invoiceHash === invoiceHash &&
    isAddressEqual(record.payer, payer) &&
    isAddressEqual(record.merchant, merchant) &&
    isAddressEqual(record.token, token) &&
    record.amount === amount
  );
}
