import { settlementRefunderAbi } from "@usance/contracts";
import type { PoolClient } from "pg";
import type { PublicClient } from "viem";
import { readAllEvents } from "../../chain/read-events.ts";
import { creditNoteHashOf } from "../../chain/refund-outcome.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { withChainErrors } from "../../chain/rpc-client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { toAmount, toTokenUnits } from "../../kit/money.ts";
import { differencesOf, type Finding, finding } from "./verify-tables.ts";

/** The part of a refund to a wallet that the chain also shows. */
interface Stored {
  readonly id: string;
  readonly creditNoteId: string;
  readonly invoiceId: string;
  readonly status: "PENDING" | "CONFIRMED" | "FAILED";
  readonly contract: string;
  readonly registry: string;
  readonly token: string;
  readonly payer: string;
  readonly amount: string;
  readonly transaction: string | null;
  readonly block: string | null;
  readonly logIndex: number | null;
}

type Recorded = Awaited<ReturnType<typeof readRecorded>>[number];

/**
 * Compares the refunds to wallets with the events of their contracts, in both directions. The chain is read first.
 *
 * @param fromBlock the first block to read; undefined: the first block in which a refund could be paid
 * @throws ChainUnavailable when the chain cannot be reached
 */
export async function verifyRefunds(
  connection: PoolClient,
  { client, fromBlock }: { readonly client: PublicClient; readonly fromBlock: bigint | undefined },
): Promise<Finding[]> {
  const chainId = await withChainErrors(() => client.getChainId());
  const { first, contracts } = await readNamed(connection, chainId);
  const recorded =
    contracts.length === 0
      ? []
      : await withChainErrors(() => readRecorded(client, contracts, fromBlock ?? first));
  const stored = await readStored(connection, chainId, fromBlock ?? first);
  const recordedOf = Map.groupBy(recorded, ({ args }) => args.creditNoteHash);
  const storedOf = Map.groupBy(stored, ({ creditNoteId }) => creditNoteHashOf(creditNoteId));
  return [
    finding(
      "A CONFIRMED refund to a wallet is on the chain, as it stands in the database.",
      stored
        .filter(({ status }) => status === "CONFIRMED")
        .flatMap((refund) =>
          differences(refund, recordedOf.get(creditNoteHashOf(refund.creditNoteId))),
        ),
    ),
    finding(
      "A refund on the chain is a CONFIRMED refund, or one that still waits for it.",
      recorded.flatMap((event) => {
        const refunds = storedOf.get(event.args.creditNoteHash);
        if (refunds === undefined) return []; // anyone may refund, also for other services
        const isOurs = refunds.filter((one) => isSame(one, event));
        if (isOurs.length === 0 || isOurs.some(({ status }) => status !== "FAILED")) return [];
        return [`${isOurs[0]?.id}: FAILED, recorded by ${event.transactionHash}`];
      }),
    ),
  ];
}

async function readNamed(
  connection: PoolClient,
  chainId: number,
): Promise<{ first: bigint; contracts: Hex[] }> {
  const { rows } = await connection.query<{ first: string | null; contracts: Hex[] | null }>(
    `SELECT min(start_block) AS first, array_agg(DISTINCT lower(contract_address)) AS contracts
       FROM refunds WHERE chain_id = $1`,
    [chainId],
  );
  return { first: BigInt(rows[0]?.first ?? 0), contracts: rows[0]?.contracts ?? [] };
}

const readRecorded = (client: PublicClient, address: Hex[], from: bigint) =>
  readAllEvents(client, from, (range) =>
    client.getContractEvents({
      address,
      abi: settlementRefunderAbi,
      eventName: "RefundRecorded",
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
    `SELECT r.id, r.credit_note_id AS "creditNoteId", n.invoice_id AS "invoiceId", r.status,
            r.contract_address AS contract, r.registry_address AS registry, r.token_address AS token,
            r.payer_address AS payer, r.amount, r.transaction_hash AS transaction,
            r.block_hash AS block, r.log_index AS "logIndex"
       FROM refunds r JOIN credit_notes n ON n.id = r.credit_note_id
      WHERE r.chain_id = $1 AND r.start_block >= $2`,
    [chainId, from],
  );
  return rows;
}

/** Whether an event is of a refund: of its credit note, invoice, payer, registry, token and amount. */
function isSame(stored: Stored, { address, args }: Recorded): boolean {
  return (
    inLowerCase(address) === inLowerCase(stored.contract) &&
    args.invoiceHash === invoiceHashOf(stored.invoiceId) &&
    inLowerCase(args.payer) === inLowerCase(stored.payer) &&
    inLowerCase(args.registry) === inLowerCase(stored.registry) &&
    inLowerCase(args.token) === inLowerCase(stored.token) &&
    args.amount === toTokenUnits(toAmount(stored.amount))
  );
}

function differences(stored: Stored, events: readonly Recorded[] = []): string[] {
  const event = events.find((one) => isSame(stored, one));
  if (event === undefined) return [`${stored.id}: no event`];
  return differencesOf(stored.id, {
    transaction: [stored.transaction, event.transactionHash],
    block: [stored.block, event.blockHash],
    "log index": [stored.logIndex, event.logIndex],
  });
}
