import { settlementRegistryAbi } from "@usance/contracts";
import { BaseError, HttpRequestError, parseEventLogs, RpcRequestError, TimeoutError } from "viem";
import { invoiceHashOf } from "../chain/registry.ts";
import { revertMessage } from "../chain/reverts.ts";
import { known, rpcClient } from "../chain/rpc-client.ts";
import type { SettlementProof } from "../settlements/proof.ts";
import type { Hex } from "../shared/evm-fields.ts";

/** One thing that must be so on the chain. */
export interface Check {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly holds: boolean;
}

/**
 * Holds a settlement's proof against the chain, by its RPC alone: the chain's id, the contract, the
 * transaction and its block, the one event with all of its fields, and what the contract's own views
 * say. All of it is asked, so that everything that does not match is found at once.
 *
 * @throws ChainUnavailable when the chain could not be asked
 */
export function checkProof(proof: SettlementProof, rpcUrl: string): Promise<Check[]> {
  return known(async () => {
    const seen = await look(proof, rpcUrl);
    return [...placeChecks(proof, seen), ...eventChecks(proof, seen), ...viewChecks(proof, seen)];
  });
}

type Seen = Awaited<ReturnType<typeof look>>;

async function look({ contract, event, ...proof }: SettlementProof, rpcUrl: string) {
  const client = rpcClient(rpcUrl);
  const address = contract as Hex;
  const abi = settlementRegistryAbi;
  const view = { address, abi } as const;
  const blockNumber = BigInt(proof.blockNumber);
  const [referenceHash, invoiceHash] = [event.referenceHash as Hex, event.invoiceHash as Hex];
  const [chainId, code, receipt, block, record, reference] = await Promise.all([
    client.getChainId(),
    client.getCode({ address }),
    orNull(client.getTransactionReceipt({ hash: proof.transactionHash as Hex })),
    orNull(client.getBlock({ blockNumber })),
    orNull(client.readContract({ ...view, functionName: "settlementOf", args: [referenceHash] })),
    orNull(client.readContract({ ...view, functionName: "referenceOf", args: [invoiceHash] })),
  ]);
  const events = parseEventLogs({
    abi,
    eventName: "SettlementRecorded",
    logs: (receipt?.logs ?? []).filter((log) => sameText(log.address, contract)),
  });
  return { chainId, code, receipt, block, record, reference, events };
}

/** Null for what the chain says is not there, or not in this form; only what it cannot say is thrown. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const unanswered = [HttpRequestError, TimeoutError, RpcRequestError] as const;
    const isAnswer =
      error instanceof BaseError &&
      (revertMessage(error) !== null ||
        error.walk((cause) => unanswered.some((kind) => cause instanceof kind)) === null);
    if (isAnswer) return null;
    throw error;
  }
}

function placeChecks(proof: SettlementProof, { chainId, code, receipt, block }: Seen): Check[] {
  return [
    check("chain id", proof.chainId, chainId),
    check(`contract ${proof.contract}`, "code", code === undefined ? null : "code"),
    check("status of the transaction", "success", receipt?.status),
    check("block number of the transaction", proof.blockNumber, receipt?.blockNumber),
    check("block hash of the transaction", proof.blockHash, receipt?.blockHash),
    check(`hash of the chain's block ${proof.blockNumber}`, proof.blockHash, block?.hash),
  ];
}

function eventChecks({ invoiceId, logIndex, event }: SettlementProof, { events }: Seen): Check[] {
  const [recorded] = events;
  return [
    check("SettlementRecorded events of the contract in the transaction", 1, events.length),
    check("log index of the event", logIndex, recorded?.logIndex),
    check("referenceHash of the event", event.referenceHash, recorded?.args.referenceHash),
    check("invoiceHash of the event", event.invoiceHash, recorded?.args.invoiceHash),
    check("invoiceHash of the invoice's id", event.invoiceHash, invoiceHashOf(invoiceId)),
    check("payer of the event", event.payer, recorded?.args.payer),
    check("merchant of the event", event.merchant, recorded?.args.merchant),
    check("token of the event", event.token, recorded?.args.token),
    check("amount of the event", event.amount, recorded?.args.amount),
    check("operator of the event", event.operator, recorded?.args.operator),
  ];
}

function viewChecks({ event }: SettlementProof, { record, reference }: Seen): Check[] {
  return [
    check("invoiceHash in settlementOf", event.invoiceHash, record?.invoiceHash),
    check("payer in settlementOf", event.payer, record?.payer),
    check("merchant in settlementOf", event.merchant, record?.merchant),
    check("token in settlementOf", event.token, record?.token),
    check("amount in settlementOf", event.amount, record?.amount),
    check("referenceHash in referenceOf", event.referenceHash, reference),
  ];
}

function check(
  what: string,
  expected: string | number,
  found: string | number | bigint | null | undefined,
): Check {
  const shown = { expected: String(expected), found: String(found ?? "none") };
  return { what, ...shown, holds: sameText(shown.expected, shown.found) };
}

/** The case of hex digits says nothing. */
function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
