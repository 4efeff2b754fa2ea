import { settlementRegistryAbi } from "@usance/contracts";
import type { PoolClient } from "pg";
import type { PublicClient } from "viem";
import { invoiceHashOf } from "../chain/registry.ts";
import { known } from "../chain/rpc-client.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { toAmount, toTokenUnits } from "../shared/money.ts";
import { type Finding, mostTold } from "./verify-tables.ts";

/** A settlement as far as the chain shows it. */
interface Stored {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: string;
  readonly reference: Hex;
  readonly payer: string;
  readonly merchant: string;
  readonly amount: string;
  readonly transaction: string | null;
  readonly block: string | null;
}

type Recorded = Awaited<ReturnType<typeof readRecorded>>[number];

/** How many blocks are asked for at a time: providers refuse longer ranges. */
const range = 2_000n;

/**
 * Holds the settlements against the events of one contract, both ways. The chain is read first: what
 * it shows then, the database knows or is about to.
 *
 * @param fromBlock where to begin; undefined: at the first block that a settlement was sent in
 * @throws ChainUnavailable when the chain cannot be asked
 */
export async function verifyChain(
  connection: PoolClient,
  client: PublicClient,
  contract: Hex,
  fromBlock: bigint | undefined,
): Promise<Finding[]> {
  const from = fromBlock ?? (await firstBlockOf(connection, contract));
  const recorded = await known(() => readRecorded(client, contract, from));
  const stored = await readStored(connection, contract, from);
  const recordedOf = new Map(recorded.map((event) => [event.args.referenceHash, event]));
  const storedOf = new Map(stored.map((settlement) => [settlement.reference, settlement]));
  return [
    finding(
      "A CONFIRMED settlement is on the chain, as it stands in the database.",
      stored
        .filter(({ status }) => status === "CONFIRMED")
        .flatMap((settlement) => differences(settlement, recordedOf.get(settlement.reference))),
    ),
    finding(
      "What is on the chain is a CONFIRMED settlement, or one that still waits for it.",
      recorded.flatMap(({ args: { referenceHash }, transactionHash }) => {
        const status = storedOf.get(referenceHash)?.status ?? "unknown";
        const fits = status === "CONFIRMED" || waiting.has(status);
        return fits ? [] : [`${referenceHash}: ${status}, recorded by ${transactionHash}`];
      }),
    ),
  ];
}

/** What is sent, or may be: the chain's word is yet to be heard. */
const waiting = new Set(["PENDING", "SUBMITTED", "TIMED_OUT", "REVERTED"]);

async function firstBlockOf(connection: PoolClient, contract: Hex): Promise<bigint> {
  const { rows } = await connection.query<{ block: string | null }>(
    "SELECT min(submitted_block) AS block FROM settlements WHERE lower(contract_address) = lower($1)",
    [contract],
  );
  return BigInt(rows[0]?.block ?? 0);
}

async function readRecorded(client: PublicClient, address: Hex, from: bigint) {
  const newest = await client.getBlockNumber();
  const ask = (fromBlock: bigint) =>
    client.getContractEvents({
      address,
      abi: settlementRegistryAbi,
      eventName: "SettlementRecorded",
      fromBlock,
      toBlock: fromBlock + range - 1n < newest ? fromBlock + range - 1n : newest,
      strict: true,
    });
  const events: Awaited<ReturnType<typeof ask>> = [];
  for (let block = from; block <= newest; block += range) events.push(...(await ask(block)));
  return events;
}

async function readStored(connection: PoolClient, contract: Hex, from: bigint): Promise<Stored[]> {
  const { rows } = await connection.query<Stored>(
    `SELECT id, invoice_id AS "invoiceId", status, reference_key AS reference, payer_address AS payer,
            merchant_address AS merchant, amount, transaction_hash AS transaction, block_hash AS block
       FROM settlements
      WHERE lower(coalesce(contract_address, $1)) = lower($1)
        AND (submitted_block IS NULL OR submitted_block >= $2)
      ORDER BY status <> 'FAILED', status = 'CONFIRMED'`, // the live one of a reference last
    [contract, from],
  );
  return rows;
}

function differences(settlement: Stored, event: Recorded | undefined): string[] {
  if (event === undefined) return [`${settlement.id}: no event`];
  const { args } = event;
  const expected = {
    invoiceHash: [invoiceHashOf(settlement.invoiceId), args.invoiceHash],
    payer: [settlement.payer, args.payer],
    merchant: [settlement.merchant, args.merchant],
    amount: [toTokenUnits(toAmount(settlement.amount)), args.amount],
    transaction: [settlement.transaction, event.transactionHash],
    block: [settlement.block, event.blockHash],
  };
  return Object.entries(expected)
    .filter(([, [stored, found]]) => String(stored).toLowerCase() !== String(found).toLowerCase())
    .map(([what, [stored, found]]) => `${settlement.id}: ${what} ${stored}, on the chain ${found}`);
}

const finding = (holds: string, broken: readonly string[]): Finding => ({
  holds,
  count: broken.length,
  broken: broken.slice(0, mostTold),
});
