import { invoiceNotOpen } from "../../contract/settlements.ts";
import type { Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import {
  CallReverted,
  type SettlementChain,
  type SignedTransaction,
  type SimulatedCall,
} from "../../ports/settlement-chain.ts";
import { acceptsSettlement, holdInvoices } from "../invoices/get-invoice.ts";
import { takeNonces } from "../signers/signers.ts";
import { announceSettlements } from "./announce-settlements.ts";
import { inBatches } from "./in-batches.ts";
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
    readonly call: SimulatedCall;
    /** @param calls this one, or several with which it shares its transaction */
    sign(
      calls: readonly [SimulatedCall, ...SimulatedCall[]],
      nonce: number,
    ): Promise<SignedTransaction>;
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
  const signed = await signAll(tx, group, now);
  const submitted = group.map((pending) => asSubmitted(pending, signed.get(pending) ?? null, now));
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
    { tx },
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

type Signing = NonNullable<Prepared["signing"]>;
type Ours = Pending & { readonly prepared: { readonly signing: Signing } };

const isOurs = (pending: Pending): pending is Ours => pending.prepared.signing !== null;

/** A settlement's part in a transaction of ours. */
interface Signed extends SignedTransaction {
  readonly nonce: number;
  readonly batchPosition: number;
}

/**
 * Signs for those that we send ourselves, several in one transaction where they may share it, each
 * transaction at a nonce of its own. All who take several signers' nonces do so in one order.
 */
async function signAll(
  tx: Queryable,
  group: readonly Pending[],
  now: Date,
): Promise<ReadonlyMap<Pending, Signed>> {
  const signed = new Map<Pending, Signed>();
  const bySigner = Map.groupBy(group.filter(isOurs), ({ prepared }) => prepared.signerAddress);
  for (const address of [...bySigner.keys()].sort()) {
    const ours = bySigner.get(address) ?? [];
    const batches = inBatches(ours, ({ prepared }) => prepared.signing.call);
    const onChain = ours.map(({ prepared }) => prepared.signing.transactionCount);
    const first = await takeNonces(
      tx,
      { chainId: ours[0]?.chain.chainId ?? 0, address },
      { count: batches.length, transactionCount: Math.max(...onChain) },
      now,
    );
    for (const [index, batch] of batches.entries()) await sign(signed, batch, first + index);
  }
  return signed;
}

async function sign(
  signed: Map<Pending, Signed>,
  batch: readonly Ours[],
  nonce: number,
): Promise<void> {
  const [first, ...others] = batch.map(({ prepared }) => prepared.signing);
  if (first === undefined) return;
  const transaction = await first.sign([first.call, ...others.map(({ call }) => call)], nonce);
  for (const [batchPosition, one] of batch.entries()) {
    signed.set(one, { ...transaction, nonce, batchPosition });
  }
}

function asSubmitted(
  { settlement, prepared, chain }: Pending,
  signed: Signed | null,
  now: Date,
): TrackedSettlement {
  const { signing, recordedBy, ...stored } = prepared;
  const { id: settlementId } = settlement;
  const transaction = signed && { hash: signed.hash, raw: signed.raw, cancels: false };
  return {
    ...settlement,
    ...stored,
    status: "SUBMITTED",
    chainId: BigInt(chain.chainId),
    contractAddress: chain.contract,
    tokenAddress: chain.token,
    nonce: signed?.nonce ?? null,
    batchPosition: signed?.batchPosition ?? 0,
    transactionHash: signed?.hash ?? recordedBy, // a provider tells it later
    transactions: transaction === null ? [] : [{ ...transaction, settlementId, signedAt: now }],
    submittedAt: now,
    nextLookAt: lookAt("SUBMITTED", now),
    updatedAt: now,
  };
}
