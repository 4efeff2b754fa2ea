import {
  settlementRefunderAbi,
  settlementRefunderBytecode,
  settlementRegistryAbi,
} from "@usance/contracts";
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type GetContractEventsReturnType,
  getAbiItem,
  getCreate2Address,
  isAddressEqual,
  keccak256,
  type Log,
  type PublicClient,
  parseAbiParameters,
  parseEventLogs,
  stringToBytes,
  zeroHash,
} from "viem";
import type { Clock } from "../kit/clock.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { type Depths, finalBlock } from "./outcome.ts";
import {
  type RefundEventTerms,
  type Refunder,
  type RefundOutcome,
  type RefundTerms,
  refundValiditySeconds,
  type SettledTerms,
  type WalletCall,
} from "./ports/refunder.ts";
import { findAppearance, searchNewestFirst } from "./read-events.ts";
import { newestBlock, withChainErrors } from "./rpc-client.ts";

/**
 * The deterministic deployment proxy, which most chains have. Anyone can put a contract on the chain through it, and the
 * contract's address follows from its code: nobody has to deploy or configure the refund contract.
 */
const deploymentProxy = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** The address of the refund contract on every chain. */
export const refunderAddress = getCreate2Address({
  from: deploymentProxy,
  salt: zeroHash,
  bytecode: settlementRefunderBytecode,
});

const recorded = [getAbiItem({ abi: settlementRefunderAbi, name: "RefundRecorded" })] as const;

interface RefunderOptions extends Depths {
  readonly client: PublicClient;
  readonly clock: Clock;
}

/** The hash by which the contract identifies a credit note: keccak256 of its id in UTF-8. */
export const creditNoteHashOf = (id: string): Hex => keccak256(stringToBytes(id));

/** The hash under which the contract records a refund (contracts/src/SettlementRefunder.sol, refundHashOf). */
export function refundHashOf({ creditNoteId, settled, amount }: RefundEventTerms): Hex {
  const { registry, invoiceHash, payer, token } = settled;
  return keccak256(
    encodeAbiParameters(
      parseAbiParameters("bytes32, address, bytes32, address, address, uint256"),
      [creditNoteHashOf(creditNoteId), registry, invoiceHash, payer, token, amount],
    ),
  );
}

/** Implements Refunder over JSON-RPC with viem. */
export function viemRefunder(options: RefunderOptions): Refunder {
  const { client, clock } = options;
  const hasCode = async (address: Hex) => (await client.getCode({ address })) !== undefined;

  return {
    contract: refunderAddress,

    creditNoteHashOf,

    start: (settled) =>
      withChainErrors(async () => {
        if (!(await hasCode(refunderAddress)) && !(await hasCode(deploymentProxy))) return null;
        if (!(await isProven(client, settled))) return null;
        const { timestamp } = await client.getBlock();
        // The latest block of a chain that mines on demand may be hours old.
        const seconds = BigInt(Math.floor(clock.now().getTime() / 1_000));
        const now = timestamp > seconds ? timestamp : seconds;
        return { validUntil: now + refundValiditySeconds };
      }),

    planOf: (terms, wallet) =>
      withChainErrors(async () => {
        const { contract, settled, amount } = terms;
        const { token } = settled;
        const erc20 = { address: token, abi: erc20Abi } as const;
        const [balance, allowance, isDeployed] = await Promise.all([
          client.readContract({ ...erc20, functionName: "balanceOf", args: [wallet] }),
          client.readContract({ ...erc20, functionName: "allowance", args: [wallet, contract] }),
          hasCode(contract),
        ]);
        if (!isDeployed) return { balance, next: deployment };
        return { balance, next: allowance < amount ? approvalOf(terms) : callOf(terms) };
      }),

    outcomeOf: (sent) => withChainErrors(() => outcomeOf(options, sent)),
  };
}

const deployment: WalletCall = {
  step: "deploy",
  to: deploymentProxy,
  data: concatHex([zeroHash, settlementRefunderBytecode]),
};

const approvalOf = ({ contract, settled, amount }: RefundTerms): WalletCall => ({
  step: "approve",
  to: settled.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [contract, amount] }),
});

const callOf = ({
  contract,
  creditNoteId,
  settled,
  amount,
  validUntil,
}: RefundTerms): WalletCall => ({
  step: "refund",
  to: contract,
  data: encodeFunctionData({
    abi: settlementRefunderAbi,
    functionName: "refund",
    args: [
      {
        creditNoteHash: creditNoteHashOf(creditNoteId),
        registry: settled.registry,
        referenceHash: settled.referenceHash,
        invoiceHash: settled.invoiceHash,
        payer: settled.payer,
        merchant: settled.merchant,
        token: settled.token,
        settled: settled.amount,
        operator: settled.operator,
        amount,
        validUntil,
      },
    ],
  }),
});

/** Whether a registry has recorded exactly this settlement. */
function isProven(client: PublicClient, settled: SettledTerms): Promise<boolean> {
  const { referenceHash, invoiceHash, payer, merchant, token, amount, operator } = settled;
  return client.readContract({
    address: settled.registry,
    abi: settlementRegistryAbi,
    functionName: "proves",
    args: [referenceHash, invoiceHash, payer, merchant, token, amount, operator],
  });
}

type Sent = Parameters<Refunder["outcomeOf"]>[0];

async function outcomeOf(options: RefunderOptions, sent: Sent): Promise<RefundOutcome> {
  const { client, confirmations, finality } = options;
  const latest = await newestBlock(client);
  if (!(await isRecorded(client, sent, latest))) return judgeAbsence(options, sent);
  const event = await searchEvent(options, sent, latest);
  if (event === null) return { state: "undecided" }; // a reorganization between the two reads
  const { transactionHash, args } = event;
  // The receipt and its block are read anew, and the newest block before them: a depth says nothing about a block that
  // was read before it.
  const newest = await newestBlock(client);
  const receipt = await client.getTransactionReceipt({ hash: transactionHash });
  const { blockNumber, blockHash, logs, status } = receipt;
  const block = await client.getBlock({ blockNumber });
  const depth = newest - blockNumber + 1n;
  const found = findEvents(logs, sent);
  const isExact = status === "success" && found.length === 1 && block.hash === blockHash;
  const [one] = found;
  if (!isExact || one === undefined || depth < BigInt(confirmations)) return { state: "undecided" };
  return {
    state: "recorded",
    at: { transactionHash, blockNumber, blockHash, logIndex: one.logIndex },
    refunder: args.refunder,
    final: depth >= BigInt(finality),
  };
}

async function isRecorded(
  client: PublicClient,
  sent: RefundEventTerms,
  blockNumber: bigint,
): Promise<boolean> {
  const { contract: address } = sent;
  if ((await client.getCode({ address, blockNumber })) === undefined) return false;
  return client.readContract({
    address,
    abi: settlementRefunderAbi,
    functionName: "isRecorded",
    args: [refundHashOf(sent)],
    blockNumber,
  });
}

/** Only a final block that is past the refund's time, in whose state it is not recorded, shows that the wallet's transaction cannot record it. */
async function judgeAbsence(options: RefunderOptions, sent: Sent): Promise<RefundOutcome> {
  const { client } = options;
  const final = await finalBlock(options);
  if (final <= sent.startBlock) return { state: "undecided" };
  const { timestamp } = await client.getBlock({ blockNumber: final });
  if (timestamp <= sent.validUntil || (await isRecorded(client, sent, final))) {
    return { state: "undecided" };
  }
  return { state: "expired" };
}

/** Finds the event from the contract's state, as far back as the node has it, and then from the logs. */
async function searchEvent({ client, finality }: RefunderOptions, sent: Sent, latest: bigint) {
  // After a reorganization the event may be in a block with a lower number than the newest at its start.
  const depth = BigInt(finality);
  const fromBlock = sent.startBlock > depth ? sent.startBlock - depth : 0n;
  const blocks = await findAppearance({ fromBlock, toBlock: latest }, (blockNumber) =>
    isRecorded(client, sent, blockNumber),
  );
  const { search } = sent;
  return searchNewestFirst(client, blocks, { latest, finality, search }, async (range) => {
    const events = await client.getContractEvents({
      address: sent.contract,
      abi: recorded,
      eventName: "RefundRecorded",
      args: {
        creditNoteHash: creditNoteHashOf(sent.creditNoteId),
        invoiceHash: sent.settled.invoiceHash,
        payer: sent.settled.payer,
      },
      ...range,
      strict: true,
    });
    return events.filter(({ args }) => saysExactly(args, sent));
  });
}

/** The events of a receipt that record exactly this refund. */
const findEvents = (logs: readonly Log[], sent: RefundEventTerms) =>
  parseEventLogs({
    abi: recorded,
    logs: logs.filter(({ address }) => isAddressEqual(address, sent.contract)),
  }).filter(({ args }) => saysExactly(args, sent));

type EventArgs = GetContractEventsReturnType<
  typeof recorded,
  "RefundRecorded",
  true
>[number]["args"];

const saysExactly = (args: EventArgs, { creditNoteId, settled, amount }: RefundEventTerms) =>
  args.creditNoteHash === creditNoteHashOf(creditNoteId) &&
  args.invoiceHash === settled.invoiceHash &&
  isAddressEqual(args.payer, settled.payer) &&
  isAddressEqual(args.registry, settled.registry) &&
  isAddressEqual(args.token, settled.token) &&
  args.amount === amount;
