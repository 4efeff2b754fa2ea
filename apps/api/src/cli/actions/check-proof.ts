import { settlementRefunderAbi, settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  HttpRequestError,
  type PublicClient,
  parseEventLogs,
  RpcRequestError,
  TimeoutError,
} from "viem";
import { recordHashOf } from "../../chain/records.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { revertMessage } from "../../chain/reverts.ts";
import { rpcClient, withChainErrors } from "../../chain/rpc-client.ts";
import { creditNoteHashOf, refunderAddress, refundHashOf } from "../../chain/viem-refunder.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import type { RefundProof, SettlementProof } from "../../schemas/settlement-proofs.ts";

/**
 * Checks a settlement's proof using only the chain's RPC: the chain's id, the contract, the transaction and its block,
 * the event at its log index with all of its fields, the contract's own state, which is one hash of all fields, and its
 * refunds. Every check runs, so that all mismatches are reported at once.
 *
 * @throws ChainUnavailable when the chain cannot be reached
 */
export function checkProof(proof: SettlementProof, rpcUrl: string): Promise<Check[]> {
  return withChainErrors(async () => {
    const client = rpcClient(rpcUrl);
    const [seen, states, refunds] = await Promise.all([
      readChain(client, proof),
      stateChecks(client, proof),
      checkRefunds(client, proof),
    ]);
    return [...placeChecks(proof, seen), ...eventChecks(proof, seen), ...states, ...refunds];
  });
}

type Seen = Awaited<ReturnType<typeof readChain>>;

async function readChain(client: PublicClient, { contract, logIndex, ...proof }: SettlementProof) {
  const blockNumber = BigInt(proof.blockNumber);
  const [chainId, code, receipt, block] = await Promise.all([
    client.getChainId(),
    client.getCode({ address: contract as Hex }),
    orNull(client.getTransactionReceipt({ hash: proof.transactionHash as Hex })),
    orNull(client.getBlock({ blockNumber })),
  ]);
  const events = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: (receipt?.logs ?? []).filter((log) => sameText(log.address, contract)),
  });
  // A transaction may contain the events of several settlements.
  const recorded = events.find((event) => event.logIndex === logIndex);
  return { chainId, code, receipt, block, recorded };
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

function eventChecks({ invoiceId, logIndex, event }: SettlementProof, { recorded }: Seen): Check[] {
  const place = `SettlementRecorded of the contract at log index ${logIndex}`;
  return [
    check(place, "event", recorded === undefined ? null : "event"),
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

/** Checks what the contract stores about the settlement. */
async function stateChecks(
  client: PublicClient,
  { contract, invoiceId, event }: SettlementProof,
): Promise<Check[]> {
  const recordHash = await orNull(
    client.readContract({
      address: contract as Hex,
      abi: settlementRegistryAbi,
      functionName: "recordOf",
      args: [invoiceHashOf(invoiceId)],
    }),
  );
  const expected = recordHashOf({
    invoiceId,
    referenceHash: event.referenceHash as Hex,
    payer: inLowerCase(event.payer),
    merchant: inLowerCase(event.merchant),
    token: inLowerCase(event.token),
    amount: BigInt(event.amount),
    operator: inLowerCase(event.operator),
  });
  return [check("hash of these fields in recordOf", expected, recordHash)];
}

/**
 * Checks the refunds in a settlement's proof on the chain: that the contract is the refund contract, whose address follows
 * from its code; the transaction, its block and the event with all of its fields; the contract's own state; and that they
 * give back the settlement's payer no more than was settled.
 */
async function checkRefunds(client: PublicClient, proof: SettlementProof): Promise<Check[]> {
  const { refunds = [] } = proof;
  if (refunds.length === 0) return [];
  const checks = await Promise.all(refunds.map((refund) => checksOf(client, proof, refund)));
  const total = refunds.reduce((sum, { event }) => sum + BigInt(event.amount), 0n);
  const isWithin = total <= BigInt(proof.event.amount);
  const settled = `at most ${proof.event.amount}`;
  const creditNotes = new Set(refunds.map(({ event }) => event.creditNoteHash.toLowerCase()));
  return [
    ...checks.flat(),
    check("sum of the refunds", settled, isWithin ? settled : total),
    check("credit notes of the refunds", refunds.length, creditNotes.size),
  ];
}

async function checksOf(
  client: PublicClient,
  settlement: SettlementProof,
  refund: RefundProof,
): Promise<Check[]> {
  const { creditNoteId, contract, logIndex, event } = refund;
  const address = contract as Hex;
  const terms = {
    contract: address,
    creditNoteId,
    amount: BigInt(event.amount),
    settled: {
      registry: event.registry as Hex,
      invoiceHash: event.invoiceHash as Hex,
      payer: event.payer as Hex,
      token: event.token as Hex,
    },
  };
  const [receipt, block, isRecorded] = await Promise.all([
    orNull(client.getTransactionReceipt({ hash: refund.transactionHash as Hex })),
    orNull(client.getBlock({ blockNumber: BigInt(refund.blockNumber) })),
    orNull(
      client.readContract({
        address,
        abi: settlementRefunderAbi,
        functionName: "isRecorded",
        args: [refundHashOf(terms)],
      }),
    ),
  ]);
  const recorded = parseEventLogs({
    abi: settlementRefunderAbi,
    eventName: "RefundRecorded",
    logs: (receipt?.logs ?? []).filter((log) => sameText(log.address, contract)),
  }).find((one) => one.logIndex === logIndex);
  const of = `refund ${creditNoteId}:`;
  const { args } = recorded ?? {};
  return [
    check(`${of} contract`, refunderAddress, contract),
    check(`${of} status of the transaction`, "success", receipt?.status),
    check(`${of} block number of the transaction`, refund.blockNumber, receipt?.blockNumber),
    check(`${of} block hash of the transaction`, refund.blockHash, receipt?.blockHash),
    check(`${of} hash of the chain's block ${refund.blockNumber}`, refund.blockHash, block?.hash),
    check(`${of} RefundRecorded at log index ${logIndex}`, "event", args && "event"),
    check(`${of} creditNoteHash of the event`, event.creditNoteHash, args?.creditNoteHash),
    check(`${of} creditNoteHash of its id`, event.creditNoteHash, creditNoteHashOf(creditNoteId)),
    check(`${of} invoiceHash of the event`, event.invoiceHash, args?.invoiceHash),
    check(
      `${of} invoiceHash of the invoice's id`,
      event.invoiceHash,
      invoiceHashOf(settlement.invoiceId),
    ),
    check(`${of} payer of the event`, event.payer, args?.payer),
    check(`${of} payer of the settlement`, event.payer, settlement.event.payer),
    check(`${of} registry of the event`, event.registry, args?.registry),
    check(`${of} contract of the settlement`, event.registry, settlement.contract),
    check(`${of} token of the event`, event.token, args?.token),
    check(`${of} token of the settlement`, event.token, settlement.event.token),
    check(`${of} amount of the event`, event.amount, args?.amount),
    check(`${of} refunder of the event`, event.refunder, args?.refunder),
    check(`${of} isRecorded in the contract`, "true", String(isRecorded)),
  ];
}

/** One fact that is checked on the chain. */
export interface Check {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly holds: boolean;
}

function check(
  what: string,
  expected: string | number,
  found: string | number | bigint | null | undefined,
): Check {
  const shown = { expected: String(expected), found: String(found ?? "none") };
  return { what, ...shown, holds: sameText(shown.expected, shown.found) };
}

/** Compares hex digits in any case. */
function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Null when the chain answers that the object does not exist or has another form. Other errors are thrown. */
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
