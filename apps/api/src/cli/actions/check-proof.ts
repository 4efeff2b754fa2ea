import { settlementRefunderAbi, settlementRegistryAbi } from "@usance/contracts";
import {
  BaseError,
  erc20Abi,
  HttpRequestError,
  type PublicClient,
  parseEventLogs,
  RpcRequestError,
  TimeoutError,
  type TransactionReceipt,
} from "viem";
import { recordHashOf } from "../../chain/records.ts";
import { creditNoteHashOf, refundHashOf } from "../../chain/refund-outcome.ts";
import { refunderAddress } from "../../chain/refunder.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { revertMessage } from "../../chain/reverts.ts";
import { rpcClient, withChainErrors } from "../../chain/rpc-client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import type { RefundProof, SettlementProof } from "../../schemas/settlement-proofs.ts";

/**
 * Checks a settlement's proof using only the chain's RPC: the chain's id, the contract, the transaction and its block,
 * the event at its log index with all of its fields, the contract's own state, which is one hash of all fields, and its
 * refunds. Every check runs, so that all mismatches are reported at once.
 *
 * @throws ChainUnavailable when the chain cannot be reached
 */
export function checkProof(proof: SettlementProof, rpcUrl: string): Promise<Checked> {
  return withChainErrors(async () => {
    const client = rpcClient(rpcUrl);
    const [recorded, states, refunds] = await Promise.all([
      readRecorded(client, proof),
      stateChecks(client, proof),
      checkRefunds(client, proof),
    ]);
    const checks = [...eventChecks(proof, recorded), ...states, ...refunds];
    return { checks, isMoved: hasMoved(proof.event, recorded.place.receipt) };
  });
}

/** What the chain says of a settlement. */
export interface Checked {
  readonly checks: readonly Check[];
  /** Whether the transaction moved the amount from the payer, and to the seller. A collector contract is between them. */
  readonly isMoved: boolean;
}

function hasMoved(
  { token, payer, merchant, amount }: SettlementProof["event"],
  receipt: TransactionReceipt | null,
): boolean {
  const transfers = parseEventLogs({
    abi: erc20Abi,
    eventName: "Transfer",
    logs: (receipt?.logs ?? []).filter(({ address }) => sameText(address, token)),
  }).filter(({ args }) => args.value === BigInt(amount));
  return (
    transfers.some(({ args }) => sameText(args.from, payer)) &&
    transfers.some(({ args }) => sameText(args.to, merchant))
  );
}

/** Where a proof says that an event is. */
type Place = Pick<
  SettlementProof,
  "contract" | "blockNumber" | "blockHash" | "transactionHash" | "logIndex"
>;

/** Reads the transaction and the block that a proof names. The transaction may contain the events of several settlements. */
async function readPlace(client: PublicClient, { contract, ...place }: Place) {
  const [receipt, block] = await Promise.all([
    orNull(client.getTransactionReceipt({ hash: place.transactionHash as Hex })),
    orNull(client.getBlock({ blockNumber: BigInt(place.blockNumber) })),
  ]);
  const logs = (receipt?.logs ?? []).filter(
    (log) => sameText(log.address, contract) && log.logIndex === place.logIndex,
  );
  return { receipt, block, logs };
}

function placeChecks(
  of: string,
  { blockNumber, blockHash }: Place,
  { receipt, block }: Awaited<ReturnType<typeof readPlace>>,
): Check[] {
  return [
    check(`${of}status of the transaction`, "success", receipt?.status),
    check(`${of}block number of the transaction`, blockNumber, receipt?.blockNumber),
    check(`${of}block hash of the transaction`, blockHash, receipt?.blockHash),
    check(`${of}hash of the chain's block ${blockNumber}`, blockHash, block?.hash),
  ];
}

type Recorded = Awaited<ReturnType<typeof readRecorded>>;

async function readRecorded(client: PublicClient, proof: SettlementProof) {
  const [chainId, code, place] = await Promise.all([
    client.getChainId(),
    client.getCode({ address: proof.contract as Hex }),
    readPlace(client, proof),
  ]);
  const [event] = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: place.logs,
  });
  return { chainId, code, place, args: event?.args };
}

function eventChecks(proof: SettlementProof, { chainId, code, place, args }: Recorded): Check[] {
  const { contract, event, logIndex } = proof;
  return [
    check("chain id", proof.chainId, chainId),
    check(`contract ${contract}`, "code", code === undefined ? null : "code"),
    ...placeChecks("", proof, place),
    check(`SettlementRecorded of the contract at log index ${logIndex}`, "event", args && "event"),
    check("referenceHash of the event", event.referenceHash, args?.referenceHash),
    check("invoiceHash of the event", event.invoiceHash, args?.invoiceHash),
    check("invoiceHash of the invoice's id", event.invoiceHash, invoiceHashOf(proof.invoiceId)),
    check("payer of the event", event.payer, args?.payer),
    check("merchant of the event", event.merchant, args?.merchant),
    check("token of the event", event.token, args?.token),
    check("amount of the event", event.amount, args?.amount),
    check("operator of the event", event.operator, args?.operator),
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
  const [place, isRecorded] = await Promise.all([
    readPlace(client, refund),
    orNull(
      client.readContract({
        address,
        abi: settlementRefunderAbi,
        functionName: "isRecorded",
        args: [refundHashOf(terms)],
      }),
    ),
  ]);
  const [recorded] = parseEventLogs({
    abi: settlementRefunderAbi,
    eventName: "RefundRecorded",
    logs: place.logs,
  });
  const of = `refund ${creditNoteId}:`;
  const { args } = recorded ?? {};
  return [
    check(`${of} contract`, refunderAddress, contract),
    ...placeChecks(`${of} `, refund, place),
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
