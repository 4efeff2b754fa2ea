import { settlementRegistryAbi } from "@usance/contracts";
import type { PoolClient } from "pg";
import type { PublicClient } from "viem";
import { findDeployment, readAllEvents } from "../../chain/read-events.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { withChainErrors } from "../../chain/rpc-client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { toAmount, toTokenUnits } from "../../kit/money.ts";
import { liveStates, type SettlementState } from "../../schemas/settlement-states.ts";
import { differencesOf, type Finding, finding } from "./verify-tables.ts";

/** The part of a settlement that the chain also shows. */
interface Stored {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: SettlementState;
  readonly reference: Hex;
  readonly payer: string;
  readonly merchant: string;
  readonly amount: string;
  /** In lower case; null before the settlement has called a contract. */
  readonly contract: string | null;
  readonly transaction: string | null;
  readonly block: string | null;
  readonly logIndex: number | null;
}

type Recorded = Awaited<ReturnType<typeof readRecorded>>[number];

export interface LedgerChain {
  readonly client: PublicClient;
  /** The registry of the settings. Contracts that settlements name are read as well. */
  readonly contract: Hex;
  /** The first block to read; undefined: the first block in which a settlement was sent, or the contract's. */
  readonly fromBlock: bigint | undefined;
}

/**
 * Compares the settlements with the events of the contracts, in both directions. The chain is read first, so that the
 * database already knows, or is about to know, all that was read. A settlement is identified by reference, invoice and
 * contract: two invoices may have the same reference.
 *
 * @throws ChainUnavailable when the chain cannot be reached
 */
export async function verifyChain(
  connection: PoolClient,
  { client, contract, fromBlock }: LedgerChain,
): Promise<Finding[]> {
  const chainId = await withChainErrors(() => client.getChainId());
  const { first, named } = await readNamed(connection, chainId);
  const from =
    fromBlock ??
    first ??
    (await withChainErrors(async () =>
      findDeployment(client, contract, await client.getBlockNumber()),
    ));
  const all = new Set([contract, ...named].map(inLowerCase));
  const recorded = await withChainErrors(() => readRecorded(client, [...all], from));
  const stored = await readStored(connection, chainId, from);
  const recordedOf = Map.groupBy(recorded, ({ args }) => keyOf(args));
  const storedOf = Map.groupBy(stored, ({ reference, invoiceId }) =>
    keyOf({ referenceHash: reference, invoiceHash: invoiceHashOf(invoiceId) }),
  );
  const eventOf = ({ reference, invoiceId, contract }: Stored) =>
    recordedOf
      .get(keyOf({ referenceHash: reference, invoiceHash: invoiceHashOf(invoiceId) }))
      ?.find(({ address }) => contract === null || inLowerCase(address) === contract);
  return [
    finding(
      "A CONFIRMED settlement is on the chain, as it stands in the database.",
      stored
        .filter(({ status }) => status === "CONFIRMED")
        .flatMap((settlement) => differences(settlement, eventOf(settlement))),
    ),
    finding(
      "What is on the chain is a CONFIRMED settlement, or one that still waits for it.",
      recorded.flatMap(({ address, args, transactionHash }) => {
        const status = storedOf
          .get(keyOf(args))
          ?.findLast(
            ({ contract }) => contract === null || contract === inLowerCase(address),
          )?.status;
        const fits = status !== undefined && mayBeOnChain.has(status);
        const found = status ?? "unknown";
        return fits ? [] : [`${args.referenceHash}: ${found}, recorded by ${transactionHash}`];
      }),
    ),
  ];
}

const keyOf = (of: { readonly referenceHash: Hex; readonly invoiceHash: Hex }) =>
  `${of.referenceHash} ${of.invoiceHash}`;

/** States of settlements that the chain has recorded, may record, or may have just recorded. */
const mayBeOnChain: ReadonlySet<SettlementState> = new Set(liveStates);

/** The contracts that settlements on a chain have called, and the first block in which one was sent. */
async function readNamed(
  connection: PoolClient,
  chainId: number,
): Promise<{ first: bigint | null; named: readonly string[] }> {
  const { rows } = await connection.query<{ first: string | null; named: string[] | null }>(
    `SELECT min(submitted_block) AS first,
            array_agg(DISTINCT lower(contract_address)) FILTER (WHERE contract_address IS NOT NULL) AS named
       FROM settlements WHERE chain_id = $1`,
    [chainId],
  );
  const [row] = rows;
  const first = row?.first ?? null;
  return { first: first === null ? null : BigInt(first), named: row?.named ?? [] };
}

const readRecorded = (client: PublicClient, address: Hex[], from: bigint) =>
  readAllEvents(client, from, (range) =>
    client.getContractEvents({
      address,
      abi: settlementRegistryAbi,
      eventName: "SettlementRecorded",
      ...range,
      strict: true,
    }),
  );

async function readStored(
  connection: PoolClient,
  chainId: number,
  from: bigint,
): Promise<Stored[]> {
  const { rows } = await connection.query<Stored>(
    `SELECT id, invoice_id AS "invoiceId", status, reference_key AS reference, payer_address AS payer,
            merchant_address AS merchant, amount, lower(contract_address) AS contract,
            transaction_hash AS transaction, block_hash AS block, log_index AS "logIndex"
       FROM settlements
      WHERE coalesce(chain_id, $1) = $1 AND (submitted_block IS NULL OR submitted_block >= $2)
      ORDER BY status = ANY ($3::settlement_status[]), status = 'CONFIRMED'`, // a reference's live settlement comes last
    [chainId, from, liveStates],
  );
  return rows;
}

function differences(settlement: Stored, event: Recorded | undefined): string[] {
  if (event === undefined) return [`${settlement.id}: no event`];
  const { args } = event;
  return differencesOf(settlement.id, {
    payer: [settlement.payer, args.payer],
    merchant: [settlement.merchant, args.merchant],
    amount: [toTokenUnits(toAmount(settlement.amount)), args.amount],
    transaction: [settlement.transaction, event.transactionHash],
    block: [settlement.block, event.blockHash],
    "log index": [settlement.logIndex, event.logIndex],
  });
}
