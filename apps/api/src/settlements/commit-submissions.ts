import {
  CallReverted,
  type SettlementChain,
  type SignedTransaction,
} from "../chain/settlement-chain.ts";
import type { Queryable } from "../db/client.ts";
import type { Invoice } from "../db/generated/client.ts";
import { acceptsSettlement, holdInvoices } from "../invoices/get-invoice.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { takeNonces } from "../signers/signers.ts";
import { announceSettlements } from "./announce-settlements.ts";
import { invoiceNotOpen } from "./errors.ts";
import { lookAt } from "./looks.ts";
import { moveSubmitted } from "./moves.ts";
import { insertTransactions, type TrackedSettlement } from "./store.ts";

/** How a call that the contract would take gets to the chain. */
export interface Prepared {
  readonly executor: "direct" | "provider";
  readonly signerAddress: Hex;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
  /** The provider's idempotency key. */
  readonly providerKey: string | null;
  /** The transaction in which the chain has it already; null when it is to be sent. */
  readonly recordedBy: Hex | null;
  /** Null when the provider signs, or when the chain has it already. */
  readonly signing: {
    /** How many transactions of the signer are in the chain. */
    readonly transactionCount: number;
    sign(nonce: number): Promise<SignedTransaction>;
  } | null;
}

/** A `PENDING` settlement, ready to go. */
export interface Pending {
  readonly settlement: TrackedSettlement;
  readonly prepared: Prepared;
  readonly chain: Pick<SettlementChain, "chainId" | "contract" | "token">;
}

/** Rolls back the nonces of those who came second. */
export class AlreadySubmitted extends Error {
  override readonly name = "AlreadySubmitted";
}

/**
 * Takes the settlements' nonces, signs their calls, and stores all that is needed to send them.
 *
 * @returns the settlements as they are to be sent
 * @throws CallReverted when an invoice is not open any more; AlreadySubmitted; ChainUnavailable when a
 *   signer has halted
 */
export async function commitSubmissions(
  tx: Queryable,
  everybody: readonly Pending[],
  now: Date,
): Promise<TrackedSettlement[]> {
  // Several may drive the same one, and are all given it.
  const group = [...new Map(everybody.map((one) => [one.settlement.id, one])).values()];
  // Held before the signers' rows, which every settlement wants, and as everywhere else.
  await holdOpenInvoices(tx, group, now);
  const nonces = await takeNoncesFor(tx, group, now);
  const submitted = await Promise.all(
    group.map((pending) => asSubmitted(pending, nonces.get(pending) ?? null, now)),
  );
  if ((await moveSubmitted(tx, submitted)) < group.length) throw new AlreadySubmitted();
  const ids = submitted.map(({ id }) => id);
  const transactions = submitted.flatMap((settlement) => settlement.transactions);
  if (transactions.length > 0) await insertTransactions(tx, transactions);
  await announceSettlements(tx, "settlement.submitted", ids, now);
  const byId = new Map(submitted.map((settlement) => [settlement.id, settlement]));
  return everybody.flatMap(({ settlement: { id } }) => byId.get(id) ?? []);
}

async function holdOpenInvoices(
  tx: Queryable,
  group: readonly Pending[],
  now: Date,
): Promise<void> {
  const invoiceOf = await holdInvoices(
    tx,
    group.map(({ settlement }) => settlement.invoiceId),
  );
  if (!group.every((one) => isAccepted(one, invoiceOf(one.settlement.invoiceId), now))) {
    throw new CallReverted(invoiceNotOpen.message);
  }
}

/**
 * What a payer signed counts if it was created before the invoice's due time, and what the chain has
 * recorded counts whenever it is found.
 */
function isAccepted({ settlement, prepared }: Pending, invoice: Invoice, now: Date): boolean {
  const { collect, createdAt } = settlement;
  const { status, dueAt } = invoice;
  const isDue = status === "OPEN" || status === "EXPIRED";
  if (prepared.recordedBy !== null) return isDue;
  if (collect === null) return acceptsSettlement(invoice, now);
  return isDue && (dueAt === null || createdAt < dueAt);
}

/** A nonce for each that we sign ourselves. All who take several signers' do so in one order. */
async function takeNoncesFor(
  tx: Queryable,
  group: readonly Pending[],
  now: Date,
): Promise<ReadonlyMap<Pending, number>> {
  const nonces = new Map<Pending, number>();
  const ours = group.filter(({ prepared }) => prepared.signing !== null);
  const bySigner = Map.groupBy(ours, ({ prepared }) => prepared.signerAddress);
  for (const address of [...bySigner.keys()].sort()) {
    const pending = bySigner.get(address) ?? [];
    const onChain = pending.map(({ prepared }) => prepared.signing?.transactionCount ?? 0);
    const first = await takeNonces(
      tx,
      { chainId: pending[0]?.chain.chainId ?? 0, address },
      { count: pending.length, transactionCount: Math.max(...onChain) },
      now,
    );
    for (const [index, one] of pending.entries()) nonces.set(one, first + index);
  }
  return nonces;
}

async function asSubmitted(
  { settlement, prepared, chain }: Pending,
  nonce: number | null,
  now: Date,
): Promise<TrackedSettlement> {
  const { signing, recordedBy, ...stored } = prepared;
  const signed = signing === null || nonce === null ? null : await signing.sign(nonce);
  const { id: settlementId } = settlement;
  return {
    ...settlement,
    ...stored,
    status: "SUBMITTED",
    chainId: BigInt(chain.chainId),
    contractAddress: chain.contract,
    tokenAddress: chain.token,
    nonce,
    transactionHash: signed?.hash ?? recordedBy, // a provider tells it later
    transactions:
      signed === null ? [] : [{ ...signed, settlementId, cancels: false, signedAt: now }],
    submittedAt: now,
    nextLookAt: lookAt("SUBMITTED", now),
    updatedAt: now,
  };
}
