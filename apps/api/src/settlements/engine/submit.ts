import { AlreadySettled, CallReverted, ChainUnavailable } from "../../chain/chain-errors.ts";
import type { PreparedCall, TrackedSettlement } from "../../chain/executor.ts";
import type { SettlementChain } from "../../chain/settlement-chain.ts";
import type { SignedTransaction, SimulatedCall } from "../../chain/settlement-terms.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { acceptsSettlement, holdInvoices } from "../../invoices/invoice-records.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import type { Times } from "../../operation/ports/times.ts";
import { nextCheckFrom } from "../../schemas/settlement-states.ts";
import { invoiceNotOpen } from "../../schemas/settlements.ts";
import { announceSettlements } from "../announce-settlements.ts";
import { searchOf } from "../chain-checks.ts";
import { takeNonces } from "../signers/signers.ts";
import { earliestOf, isCarriedOutElsewhere } from "./carried-out.ts";
import { failSettlement } from "./commit-outcomes.ts";
import { moveSubmitted, recordAlone } from "./moves.ts";
import { findRivalTransactions, insertTransactions } from "./store.ts";
import { termsOf } from "./terms.ts";

/**
 * Submits a `PENDING` settlement. Its call is simulated and priced outside any transaction. Then one commit, batched
 * with concurrent submissions, stores everything needed to send it. Concurrent calls are safe: the compare-and-set lets
 * one through, and the others take no nonce.
 *
 * @returns the settlement as it is to be sent; null when it failed, when somebody else has carried out its transfer, so that
 *   it only records that from now on, or when another process has submitted it
 * @throws ChainUnavailable when the chain did not answer; the settlement is still `PENDING`
 */
export async function submit(
  parts: SettlementParts,
  settlement: TrackedSettlement,
): Promise<TrackedSettlement | null> {
  try {
    const { contract, prepared } = await prepare(parts, settlement);
    const { chainId, token } = parts.chain;
    const target = { chainId, contract, token };
    const { times } = parts;
    return await parts.batch.commit(commitSubmissions, { settlement, prepared, target, times });
  } catch (error) {
    if (error instanceof AlreadySubmitted) return null;
    if (!(error instanceof CallReverted || error instanceof InvoiceClosed)) throw error;
    if (error instanceof CallReverted && (await isCarriedOutElsewhere(parts, settlement))) {
      await recordAlone(parts.db, settlement.id, parts.clock.now());
    } else {
      await failSettlement(parts, settlement, { trigger: "refuse", failure: error.message });
    }
    return null;
  }
}

interface Prepared {
  readonly prepared: PreparedCall;
  /** The registry that records it. */
  readonly contract: PendingSubmission["target"]["contract"];
}

/**
 * Simulates and prices the call of a settlement. @throws CallReverted when the chain would refuse it; AlreadySettled
 * when the chain has a conflicting record
 */
async function prepare(parts: SettlementParts, settlement: TrackedSettlement): Promise<Prepared> {
  const terms = termsOf(settlement);
  try {
    const [contract, prepared] = await Promise.all([
      parts.chain.contractOf(terms),
      parts.executor.prepare(terms),
    ]);
    return { contract, prepared };
  } catch (error) {
    const found = error instanceof AlreadySettled ? await findRecord(parts, settlement) : null;
    if (found === null) throw error;
    return found;
  }
}

/**
 * Finds the settlement's own record on the chain when the database does not know of it, for example after a restore
 * from a backup. Such a settlement is confirmed like one that was sent. While the node does not find the record's event,
 * it is treated as sent as well, so that the reconciler continues the search.
 */
async function findRecord(
  parts: SettlementParts,
  settlement: TrackedSettlement,
): Promise<Prepared | null> {
  const { chain, db, executor, log, settlementTimeoutMs } = parts;
  const terms = termsOf(settlement);
  const fromBlock = await chain.firstBlockSince(await earliestOf(parts, settlement));
  const found = await chain
    .findRecord(terms, { fromBlock, search: searchOf(parts, settlement, settlementTimeoutMs / 3) })
    .catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ settlementId: settlement.id, reason: error.reason }, "record not found yet");
      return "later" as const;
    });
  if (found === null) return null;
  const common = {
    executor: "direct", // it is unknown to any provider
    validUntil: settlement.validUntil ?? (await chain.deadline()),
    providerKey: null,
    signing: null,
  } as const;
  if (found === "later") {
    const { operators } = await executor.operators();
    const signerAddress = operators[0]?.address ?? chain.contract; // until its event tells
    const prepared = {
      ...common,
      signerAddress,
      submittedBlock: fromBlock,
      recorded: { by: null },
    };
    return { contract: await chain.contractOf(terms), prepared };
  }
  const { transactionHash, blockNumber, contract, operator } = found;
  if ((await findRivalTransactions(db, settlement)).includes(transactionHash)) return null;
  const prepared = {
    ...common,
    signerAddress: operator,
    submittedBlock: blockNumber - 1n, // a transaction lands in a later block than this one
    recorded: { by: transactionHash },
  };
  return { contract, prepared };
}

/** A `PENDING` settlement that is ready to be submitted. */
interface PendingSubmission {
  readonly settlement: TrackedSettlement;
  readonly prepared: PreparedCall;
  /** Where it is recorded. */
  readonly target: Pick<SettlementChain, "chainId" | "contract" | "token">;
  readonly times: Times;
}

/** An invoice no longer accepts its settlement: it was voided or has expired. */
class InvoiceClosed extends Error {
  override readonly name = "InvoiceClosed";
}

/** Another process has already submitted one of the settlements. The transaction rolls back, including its nonces. */
class AlreadySubmitted extends Error {
  override readonly name = "AlreadySubmitted";
}

/**
 * Takes nonces for the settlements, signs their calls, and stores everything needed to send them.
 *
 * @returns the settlements as they are to be sent
 * @throws InvoiceClosed; AlreadySubmitted; ChainUnavailable when a signer has halted
 */
async function commitSubmissions(
  tx: Queryable,
  asked: readonly PendingSubmission[],
  now: Date,
): Promise<TrackedSettlement[]> {
  // Several callers may drive the same settlement. Each gets the submitted version.
  const pending = [...new Map(asked.map((one) => [one.settlement.id, one])).values()];
  // Locked before the signers' rows, which every settlement needs. All code uses this lock order.
  await holdOpenInvoices(tx, pending);
  const signed = await signAll({ tx, now }, pending);
  const submitted = pending.map((one) => asSubmitted(one, signed.get(one) ?? null, now));
  if ((await moveSubmitted(tx, submitted)) < pending.length) throw new AlreadySubmitted();
  const ids = submitted.map(({ id }) => id);
  const transactions = submitted.flatMap((settlement) => settlement.transactions);
  if (transactions.length > 0) await insertTransactions(tx, transactions);
  await announceSettlements({ tx, now }, "settlement.submitted", ids);
  const byId = new Map(submitted.map((settlement) => [settlement.id, settlement]));
  return asked.map(({ settlement: { id } }) => {
    const settlement = byId.get(id);
    if (settlement === undefined) throw new Error(`Settlement ${id} was not submitted.`);
    return settlement;
  });
}

async function holdOpenInvoices(
  tx: Queryable,
  pending: readonly PendingSubmission[],
): Promise<void> {
  const invoiceOf = await holdInvoices(
    { tx },
    pending.map(({ settlement }) => settlement.invoiceId),
  );
  for (const one of pending) {
    const invoice = invoiceOf(one.settlement.invoiceId);
    const now = await one.times.of(tx, invoice.serviceId);
    if (!isAccepted(one, invoice, now)) throw new InvoiceClosed(invoiceNotOpen.message);
  }
}

/**
 * Returns whether an invoice still accepts its settlement. A payer-signed settlement counts if it was created before
 * the invoice's due time. A settlement that the chain has already recorded counts whenever it is found. One that
 * only records a transfer, which somebody else has carried out, counts too: its payer has paid.
 */
function isAccepted(
  { settlement, prepared }: PendingSubmission,
  invoice: Invoice,
  now: Date,
): boolean {
  const { collect, createdAt, payerKey } = settlement;
  const { status, dueAt } = invoice;
  const isUnpaid = status === "OPEN" || status === "EXPIRED";
  const isCarriedOut = collect === null && payerKey !== null;
  if (prepared.recorded !== null || isCarriedOut) return isUnpaid;
  if (collect === null) return acceptsSettlement(invoice, now);
  return isUnpaid && (dueAt === null || createdAt < dueAt);
}

type Signing = NonNullable<PreparedCall["signing"]>;
type Unsigned = PendingSubmission & { readonly prepared: { readonly signing: Signing } };

const isUnsigned = (pending: PendingSubmission): pending is Unsigned =>
  pending.prepared.signing !== null;

/** A settlement's place in one of our transactions. */
interface Signed extends SignedTransaction {
  readonly nonce: number;
  readonly batchPosition: number;
}

/**
 * Signs the calls that the service sends itself. Calls that may share a transaction are batched, and each transaction
 * gets its own nonce. Nonces of several signers are always taken in the order of their addresses.
 */
async function signAll(
  { tx, now }: InTransaction,
  pending: readonly PendingSubmission[],
): Promise<ReadonlyMap<PendingSubmission, Signed>> {
  const signed = new Map<PendingSubmission, Signed>();
  const bySigner = Map.groupBy(
    pending.filter(isUnsigned),
    ({ prepared }) => prepared.signerAddress,
  );
  for (const address of [...bySigner.keys()].sort()) {
    const unsigned = bySigner.get(address) ?? [];
    const batches = inBatches(unsigned, ({ prepared }) => prepared.signing.call);
    const onChain = unsigned.map(({ prepared }) => prepared.signing.transactionCount);
    const first = await takeNonces(
      { tx, now },
      { chainId: unsigned[0]?.target.chainId ?? 0, address },
      { count: batches.length, transactionCount: Math.max(...onChain) },
    );
    for (const [index, batch] of batches.entries()) await sign(signed, batch, first + index);
  }
  return signed;
}

async function sign(
  signed: Map<PendingSubmission, Signed>,
  batch: readonly Unsigned[],
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
  { settlement, prepared, target }: PendingSubmission,
  signed: Signed | null,
  now: Date,
): TrackedSettlement {
  const { signing, recorded, ...stored } = prepared;
  const { id: settlementId } = settlement;
  const transaction = signed && { hash: signed.hash, raw: signed.raw, cancels: false };
  return {
    ...settlement,
    ...stored,
    status: "SUBMITTED",
    chainId: BigInt(target.chainId),
    contractAddress: target.contract,
    tokenAddress: target.token,
    nonce: signed?.nonce ?? null,
    batchPosition: signed?.batchPosition ?? 0,
    transactionHash: signed?.hash ?? recorded?.by ?? null, // null: the provider or the chain tells it later
    transactions: transaction === null ? [] : [{ ...transaction, settlementId, signedAt: now }],
    submittedAt: now,
    nextCheckAt: nextCheckFrom("SUBMITTED", now),
    updatedAt: now,
  };
}

/** The maximum number of settlements in one transaction. */
const maxBatch = 10n;
/**
 * The maximum total gas of a batch's calls. With the batch's own gas it stays below EIP-7825's 16,777,216 per
 * transaction.
 */
const maxGasOfBatch = 14_000_000n;

/** Splits calls, in order, into batches that each fit one transaction. */
function inBatches<Item>(
  items: readonly Item[],
  callOf: (item: Item) => SimulatedCall,
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  const open = new Map<string, Item[]>();
  for (const item of items) {
    const { operator, batchCollector } = callOf(item);
    const key = `${operator} ${batchCollector}`;
    const batch = batchCollector === null ? undefined : open.get(key);
    if (batch !== undefined && fits([...batch, item].map(callOf))) {
      batch.push(item);
      continue;
    }
    const next = [item];
    batches.push(next);
    open.set(key, next);
  }
  return batches;
}

/** Returns whether calls fit one batch. Each call gets the gas of the most expensive one. */
function fits(calls: readonly SimulatedCall[]): boolean {
  const count = BigInt(calls.length);
  return count <= maxBatch && calls.every(({ gas }) => gas * count <= maxGasOfBatch);
}
