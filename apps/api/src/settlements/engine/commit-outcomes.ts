import type { TrackedSettlement } from "../../chain/executor.ts";
import type { SettlementOutcome } from "../../chain/settlement-terms.ts";
import { type InTransaction, inTransaction, type Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { announceFailedCollection } from "../../invoices/announce-invoice.ts";
import { holdInvoices } from "../../invoices/invoice-records.ts";
import { payInvoices, reopenInvoice } from "../../invoices/pay-invoice.ts";
import { realTime, testTimeIn } from "../../kit/clock.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { newId } from "../../kit/ids.ts";
import type { SignedPaid } from "../../operation/ports/after-payment.ts";
import type { Notices, Parts, SettlementParts } from "../../operation/ports/parts.ts";
import { nextCheckFrom } from "../../schemas/settlement-states.ts";
import { announceSettlements } from "../announce-settlements.ts";
import { forgetTrouble } from "../chain-checks.ts";
import { newSettlement } from "../join-or-create.ts";
import { restartNonceWait } from "../signers/store.ts";
import { checkCapsSoon } from "../spending-caps/store.ts";
import { insertSettlement } from "../store.ts";
import { type Confirmation, moveConfirmed, moveRivals, moveSettlement } from "./moves.ts";
import { findCollection } from "./store.ts";

/*
 * The ways in which a settlement fails, is confirmed, or is taken back by a reorganization. A confirmation and its
 * reversal commit the invoice with it; a failure ends the refunds that waited for the payment. Concurrent confirmations
 * share a commit.
 */

type FailingParts = Pick<
  Parts,
  "db" | "times" | "log" | "tally" | "paymentRefunds" | "checkoutUrl" | "emails"
>;

interface Failing {
  /**
   * `refuse`: nothing was sent. `fail`: it can no longer be recorded. `revert`: the chain refused it, in a block that a
   * reorganization may still remove. `timeOut`: the caller's wait ended before the chain decided. After the last two
   * callers see `FAILED`, and it may still be confirmed.
   */
  readonly trigger: "refuse" | "fail" | "revert" | "timeOut";
  /** The reason, as a sentence for callers. */
  readonly failure: string;
  /** The gas used by its reverted transaction; null when none reverted, or when it is already stored. */
  readonly gasUsed?: bigint | null;
  /** The settlement itself, if somebody else has carried out its transfer: another settlement then records that. */
  readonly carriedOut?: TrackedSettlement | null;
}

/**
 * Fails a settlement in one way, with its event. A settlement whose state does not accept the trigger is not changed:
 * another process was first. After `fail`, the reconciler keeps handling its nonce, which may block later transactions.
 */
export async function failSettlement(
  { db, times, paymentRefunds, checkoutUrl, emails, ...told }: FailingParts,
  { id, invoiceId }: Pick<TrackedSettlement, "id" | "invoiceId">,
  failing: Failing,
): Promise<void> {
  const { carriedOut = null } = failing;
  const moved = await inTransaction(db, async (tx) => {
    const now = await times.ofInput(tx, { settlementId: id });
    const held = carriedOut && (await holdInvoices({ tx }, [invoiceId]));
    if (!(await moveFailing({ tx, now }, id, failing))) return false;
    if (carriedOut && held) await recordInstead({ tx, now }, carriedOut, held(invoiceId));
    await tellOfCollection({ tx, now, checkoutUrl, emails }, id, failing);
    await paymentRefunds.end({ tx, now }, invoiceId);
    return true;
  });
  if (moved) tellFailure(told, id, failing);
}

/** Creates the settlement that records a transfer which somebody else has carried out. */
async function recordInstead(
  { tx, now }: InTransaction,
  settlement: TrackedSettlement,
  invoice: Invoice,
): Promise<void> {
  const { payerId, payerKey, payerEmail, payerName, invoiceId } = settlement;
  const input = {
    invoiceId,
    referenceHash: settlement.referenceHash as Hex,
    payerAddress: settlement.payerAddress as Hex,
    merchantAddress: settlement.merchantAddress as Hex,
    collecting: null,
  };
  const row = newSettlement(newId(), input, invoice, now);
  await insertSettlement(tx, { ...row, payerId, payerKey, payerEmail, payerName });
}

/** Fails a settlement before anything was sent, within an existing transaction. */
export async function refuseWithin(
  { tx, now, ...told }: InTransaction & Pick<Parts, "log" | "tally">,
  id: string,
  failure: string,
): Promise<void> {
  const failing = { trigger: "refuse", failure } as const;
  if (await moveFailing({ tx, now }, id, failing)) tellFailure(told, id, failing);
}

/**
 * Moves a settlement to the state of its failure.
 *
 * @returns false when the settlement's state does not accept the trigger
 */
async function moveFailing(
  { tx, now }: InTransaction,
  id: string,
  { trigger, failure, gasUsed = null, carriedOut = null }: Failing,
): Promise<boolean> {
  const isForGood = trigger === "refuse" || trigger === "fail";
  const moved = await moveSettlement(tx, id, trigger, {
    ...(trigger === "refuse" && { nextCheckAt: null }),
    ...(trigger === "fail" && { nextCheckAt: nextCheckFrom("FAILED", realTime(now)) }),
    ...(gasUsed !== null && { gasUsed, revertedAt: realTime(now) }),
    // It was not the payer who made it revert.
    ...(carriedOut !== null && { gasUsed: null, revertedAt: null }),
    // The email and name typed at checkout are erased after a permanent failure.
    ...(isForGood && { payerEmail: null, payerName: null }),
    failure,
    updatedAt: now,
  });
  if (!moved) return false;
  if (isForGood) await forgetTrouble(tx, id);
  await announceSettlements({ tx, now }, "settlement.failed", [id]);
  return true;
}

/**
 * Reports a collection under a spending cap that failed. One that timed out may still be confirmed. One that is final
 * after it reverted was reported when it reverted.
 */
async function tellOfCollection(
  at: InTransaction & Notices,
  settlementId: string,
  { trigger, failure, gasUsed = null }: Failing,
): Promise<void> {
  if (trigger === "timeOut") return;
  const settlement = await findCollection(at.tx, settlementId);
  if (settlement === null) return;
  const isReported = trigger === "fail" && gasUsed === null && settlement.revertedAt !== null;
  if (isReported) return;
  await announceFailedCollection(at, settlement.invoiceId, { settlementId, failure });
}

function tellFailure(
  { log, tally }: Pick<Parts, "log" | "tally">,
  settlementId: string,
  { trigger, failure, gasUsed = null }: Failing,
): void {
  log.warn({ settlementId, trigger, failure }, "settlement failed");
  tally.settlementMoved(trigger);
  if (gasUsed !== null) tally.gasBurned(gasUsed);
}

type RecordedOutcome = Extract<SettlementOutcome, { readonly state: "recorded" }>;

/** Confirms a settlement that the chain has recorded: it becomes `CONFIRMED` and its invoice `PAID`. */
export async function confirmSettlement(
  {
    afterPayment,
    paymentRefunds,
    checkoutUrl,
    emails,
    clock,
    times,
    tally,
    batch,
  }: SettlementParts,
  settlement: TrackedSettlement,
  { at, operator, final }: RecordedOutcome,
): Promise<void> {
  const nextCheckAt = final ? null : nextCheckFrom("CONFIRMED", clock.now());
  const { id, invoiceId } = settlement;
  const parts = { afterPayment, paymentRefunds, checkoutUrl, emails, times };
  const seen = { ...at, id, invoiceId, operator, settlement, nextCheckAt, ...parts };
  if (await batch.commit(commitConfirmations, seen)) tally.settlementMoved("confirm");
}

type ConfirmingParts = Pick<
  Parts,
  "afterPayment" | "paymentRefunds" | "checkoutUrl" | "emails" | "times"
>;

interface SeenRecord extends Confirmation, ConfirmingParts {
  readonly invoiceId: string;
  readonly settlement: TrackedSettlement;
}

/**
 * Confirms a batch of settlements.
 *
 * @returns for each whether this call confirmed it: another process may have been first
 */
async function commitConfirmations(
  tx: Queryable,
  seen: readonly SeenRecord[],
  now: Date,
): Promise<boolean[]> {
  // Locked before the settlements' rows, as in commitSubmissions.
  const invoiceOf = await holdInvoices(
    { tx },
    seen.map(({ invoiceId }) => invoiceId),
  );
  // If a reorganization swaps two attempts, the confirmed one is taken back before the other is confirmed.
  const unpaid = seen.filter(({ invoiceId }) => invoiceOf(invoiceId).status !== "PAID");
  const ids = new Set<string>();
  for (const [at, some] of await byTime(tx, now, unpaid, invoiceOf)) {
    for (const id of await confirmAt({ tx, now: at }, some, invoiceOf)) ids.add(id);
  }
  return seen.map(({ id }) => ids.delete(id)); // if two callers report the same settlement, the first gets true
}

/** Divides records by the time of their services: the real time for all that are on no test clock. */
async function byTime(
  tx: Queryable,
  now: Date,
  seen: readonly SeenRecord[],
  invoiceOf: (id: string) => Invoice,
): Promise<Iterable<readonly [Date, SeenRecord[]]>> {
  const parts = new Map<string, [Date, SeenRecord[]]>();
  for (const one of seen) {
    const { serviceId } = invoiceOf(one.invoiceId);
    const time = testTimeIn(await one.times.of(tx, serviceId));
    const key = time === null ? "" : serviceId;
    const part = parts.get(key) ?? [time ?? now, []];
    part[1].push(one);
    parts.set(key, part);
  }
  return parts.values();
}

/** Confirms settlements of services with the same time. @returns the ids of those that this call confirmed */
async function confirmAt(
  { tx, now }: InTransaction,
  unpaid: readonly SeenRecord[],
  invoiceOf: (id: string) => Invoice,
): Promise<Set<string>> {
  await setRivalsAside({ tx, now }, unpaid);
  const [first] = unpaid;
  const confirmed = first === undefined ? [] : await moveConfirmed(tx, unpaid, now);
  const ids = new Set(confirmed.map(({ id }) => id));
  if (first === undefined || confirmed.length === 0) return ids;
  // Only payments that a wallet signed on a page have a payerKey.
  const signed = unpaid.flatMap((one): (SeenRecord & SignedPaid)[] => {
    const isSigned = one.settlement.payerKey !== null;
    return ids.has(one.id) && isSigned ? [{ ...one, invoice: invoiceOf(one.invoiceId) }] : [];
  });
  // A process has one of each, which every record of the batch carries.
  const { afterPayment, paymentRefunds, checkoutUrl, emails } = first;
  if (signed.length > 0) await afterPayment.identify({ tx, now }, signed);
  const paid = confirmed.map(({ invoiceId }) => invoiceId);
  await payInvoices({ tx, now, checkoutUrl, emails }, paid);
  if (signed.length > 0) await afterPayment.use({ tx, now }, signed);
  const credited = paid.filter((id) => !invoiceOf(id).credited.isZero());
  if (credited.length > 0) await paymentRefunds.restore({ tx, now }, credited);
  await announceSettlements({ tx, now }, "settlement.confirmed", [...ids]);
  await checkCapsSoon({ tx, now: realTime(now) }, paid);
  return ids;
}

/**
 * Fails the attempts that followed a reverted checkout attempt when a reorganization has restored that attempt: the
 * contract settles an invoice only once. Attempts with sent transactions are treated as reverted, and are still
 * checked.
 */
async function setRivalsAside(
  { tx, now }: InTransaction,
  seen: readonly SeenRecord[],
): Promise<void> {
  for (const { id, invoiceId, settlement } of seen) {
    if (settlement.payerKey === null) continue;
    const change = { failure: "Another payment of the invoice was taken.", updatedAt: now };
    await moveRivals(tx, { id, invoiceId }, "refuse", {
      ...change,
      payerEmail: null,
      payerName: null,
    });
    await moveRivals(tx, { id, invoiceId }, "revert", change);
  }
}

/**
 * Reverses a confirmation after a reorganization removed the settlement's event: the settlement becomes `SUBMITTED`
 * again, and the invoice `OPEN`. Its bytes are sent again, so it will most likely be confirmed again.
 */
export async function takeBackSettlement(
  parts: FailingParts & Pick<Parts, "chain">,
  settlement: TrackedSettlement,
): Promise<void> {
  const { db, chain, times, log, tally, checkoutUrl, emails, paymentRefunds } = parts;
  const { id, invoiceId, blockNumber, transactionHash, signerAddress: address, nonce } = settlement;
  const moved = await inTransaction(db, async (tx) => {
    const now = await times.ofInput(tx, { invoiceId });
    const real = realTime(now);
    await holdInvoices({ tx }, [invoiceId]);
    if (address !== null && nonce !== null) {
      await restartNonceWait(tx, { chainId: chain.chainId, address }, nonce, real);
    }
    const isMoved = await moveSettlement(tx, id, "reorg", {
      blockNumber: null,
      blockHash: null,
      logIndex: null,
      confirmedAt: null,
      nextCheckAt: real,
      updatedAt: now,
    });
    if (!isMoved) return false;
    await reopenInvoice({ tx, now, checkoutUrl, emails }, invoiceId);
    await paymentRefunds.takeBack({ tx, now }, invoiceId);
    await announceSettlements({ tx, now }, "settlement.reorged", [id]);
    return true;
  });
  if (!moved) return;
  const what = { settlementId: id, invoiceId, blockNumber: String(blockNumber), transactionHash };
  log.error(what, "ALARM: a reorganization undid a confirmed settlement");
  tally.settlementMoved("reorg");
}
