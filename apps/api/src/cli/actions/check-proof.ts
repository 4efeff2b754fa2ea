import { settlementRegistryAbi, settlementRegistryV1Abi } from "@usance/contracts";
import { type PublicClient, parseEventLogs } from "viem";
import { recordHashOf, versionOf } from "../../chain/records.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { rpcClient, withChainErrors } from "../../chain/rpc-client.ts";
import type { SettlementProof } from "../../contract/settlement-proofs.ts";
import { type Hex, inLowerCase } from "../../lib/evm-fields.ts";
import { checkRefunds } from "./check-refunds.ts";
import { type Check, check, orNull, sameText } from "./checks.ts";

/**
 * Checks a settlement's proof using only the chain's RPC: the chain's id, the contract, the transaction and its block,
 * the event at its log index with all of its fields, and the contract's own state (one hash of all fields in version
 * 2, the fields themselves in version 1), and its refunds. Every check runs, so that all mismatches are reported at once.
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
    abi: settlementRegistryAbi, // version 1 has the same event
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
async function stateChecks(client: PublicClient, proof: SettlementProof): Promise<Check[]> {
  const address = proof.contract as Hex;
  if ((await versionOf(client, address)) === 1) return version1Checks(client, proof);
  const { invoiceId, event } = proof;
  const recordHash = await orNull(
    client.readContract({
      address,
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

async function version1Checks(
  client: PublicClient,
  { contract, event }: SettlementProof,
): Promise<Check[]> {
  const registry = { address: contract as Hex, abi: settlementRegistryV1Abi } as const;
  const [referenceHash, invoiceHash] = [event.referenceHash as Hex, event.invoiceHash as Hex];
  const [record, reference] = await Promise.all([
    orNull(
      client.readContract({ ...registry, functionName: "settlementOf", args: [referenceHash] }),
    ),
    orNull(client.readContract({ ...registry, functionName: "referenceOf", args: [invoiceHash] })),
  ]);
  return [
    check("invoiceHash in settlementOf", event.invoiceHash, record?.invoiceHash),
    check("payer in settlementOf", event.payer, record?.payer),
    check("merchant in settlementOf", event.merchant, record?.merchant),
    check("token in settlementOf", event.token, record?.token),
    check("amount in settlementOf", event.amount, record?.amount),
    check("referenceHash in referenceOf", event.referenceHash, reference),
  ];
}
