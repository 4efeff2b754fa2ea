import { settlementRegistryAbi } from "@usance/contracts";
import { Client } from "pg";
import { type Address, createPublicClient, type Hex, http, keccak256, stringToBytes } from "viem";

export interface Judged {
  readonly databaseUrl: string;
  /** The chain itself, past every proxy. */
  readonly rpcUrl: string;
  readonly contract: Address;
}

interface Settled {
  readonly id: string;
  readonly invoice: string;
  readonly status: string;
  readonly reference: Hex;
  readonly transaction: Hex | null;
  readonly block: Hex | null;
}

/**
 * Holds the database against the chain: what must be true of the two at every rest, whatever has
 * happened.
 *
 * @returns a sentence for each thing that is not so
 */
export async function contradictions({
  databaseUrl,
  rpcUrl,
  contract,
}: Judged): Promise<readonly string[]> {
  const chain = createPublicClient({ transport: http(rpcUrl) });
  const events = await chain.getContractEvents({
    address: contract,
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    fromBlock: 0n,
    strict: true,
  });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: settlements } = await client.query<Settled>(
      `SELECT id, invoice_id AS invoice, status, reference_key AS reference,
              transaction_hash AS transaction, block_hash AS block FROM settlements`,
    );
    const { rows: invoices } = await client.query<{ id: string; status: string }>(
      "SELECT id, status FROM invoices",
    );
    const { rows: signers } = await client.query<{ address: Address; next: number }>(
      "SELECT address, next_nonce AS next FROM signers",
    );
    const counts = await Promise.all(
      signers.map(({ address }) => chain.getTransactionCount({ address })),
    );
    const confirmed = settlements.filter(({ status }) => status === "CONFIRMED");
    const paid = new Set(invoices.filter(({ status }) => status === "PAID").map(({ id }) => id));
    const byTransaction = new Map(events.map((event) => [event.transactionHash, event]));
    return [
      ...twice(events.map(({ args }) => args.referenceHash)).map(
        (hash) => `reference ${hash} has two events`,
      ),
      ...twice(events.map(({ args }) => args.invoiceHash)).map(
        (hash) => `invoice hash ${hash} has two events`,
      ),
      ...confirmed.flatMap(({ id, invoice, reference, transaction, block }) => {
        const event = transaction === null ? undefined : byTransaction.get(transaction);
        const asSaid =
          event?.args.referenceHash === reference &&
          event.args.invoiceHash === keccak256(stringToBytes(invoice)) &&
          event.blockHash === block;
        return asSaid ? [] : [`settlement ${id} is CONFIRMED without its event`];
      }),
      ...events
        .filter((event) => !confirmed.some((one) => one.transaction === event.transactionHash))
        .map((event) => `the event of ${event.transactionHash} has no CONFIRMED settlement`),
      ...twice(confirmed.map(({ invoice }) => invoice)).map(
        (invoice) => `invoice ${invoice} has two CONFIRMED settlements`,
      ),
      ...confirmed
        .filter(({ invoice }) => !paid.has(invoice))
        .map(({ id }) => `the invoice of CONFIRMED settlement ${id} is not PAID`),
      ...[...paid]
        .filter((id) => !confirmed.some(({ invoice }) => invoice === id))
        .map((id) => `invoice ${id} is PAID without a CONFIRMED settlement`),
      ...signers.flatMap(({ address, next }, index) =>
        next === counts[index]
          ? []
          : [`signer ${address} goes on at nonce ${next}, the chain at ${counts[index]}`],
      ),
    ];
  } finally {
    await client.end();
  }
}

/** Those that are in a list more than once. */
function twice<T>(list: readonly T[]): T[] {
  return list.filter((one, index) => list.indexOf(one) !== index);
}
