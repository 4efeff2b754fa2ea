import { settlementRefunderAbi } from "@usance/contracts";
import { type PublicClient, parseEventLogs } from "viem";
import { invoiceHashOf } from "../../chain/registry.ts";
import { creditNoteHashOf, refunderAddress, refundHashOf } from "../../chain/viem-refunder.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import type { RefundProof, SettlementProof } from "../../schemas/settlement-proofs.ts";
import { type Check, check, orNull, sameText } from "./checks.ts";

/**
 * Checks the refunds in a settlement's proof on the chain: that the contract is the refund contract, whose address follows
 * from its code; the transaction, its block and the event with all of its fields; the contract's own state; and that they
 * give back the settlement's payer no more than was settled.
 */
export async function checkRefunds(client: PublicClient, proof: SettlementProof): Promise<Check[]> {
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
