import { settlementRegistryAbi } from "@usance/contracts";
import { type PublicClient, parseEventLogs } from "viem";
import { recordHashOf } from "../../chain/records.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { rpcClient, withChainErrors } from "../../chain/rpc-client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import type { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { checkRefunds } from "./check-refunds.ts";
import { type Check, check, orNull, sameText } from "./checks.ts";

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
      look(client, proof),
      stateChecks(client, proof),
      checkRefunds(client, proof),
    ]);
    return [...placeChecks(proof, seen), ...eventChecks(proof, seen), ...states, ...refunds];
  });
}

type Seen = Awaited<ReturnType<typeof look>>;

async function look(client: PublicClient, { contract, logIndex, ...proof }: SettlementProof) {
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
