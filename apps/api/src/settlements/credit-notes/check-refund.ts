import type {
  RefundEventTerms,
  RefundOutcome,
  RefundTerms,
  SettledTerms,
} from "../../chain/refund-outcome.ts";
import { invoiceHashOf } from "../../chain/registry.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { Refund, Settlement } from "../../db/generated/client.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { everyone } from "../../kit/tenant.ts";
import type { CoreParts, Parts, SettlementParts } from "../../operation/ports/parts.ts";
import type { RefundState, RefundTrigger } from "../../schemas/states.ts";
import { searchOf } from "../chain-checks.ts";
import { proofOf } from "../settlement-proof.ts";
import { findConfirmedOfInvoice } from "../store.ts";
import { announceCreditNote } from "./credit-notes.ts";
import { moveCreditNote, moveRefund, setRefundPosition, type TrackedRefund } from "./store.ts";

/* Converts stored refunds to the types of the chain. Schemas have validated the columns. */

/** Converts a confirmed settlement to the terms that its registry has recorded. */
export function settledTerms(settlement: Settlement): SettledTerms {
  const { contract, event } = proofOf(settlement);
  return {
    registry: inLowerCase(contract),
    referenceHash: event.referenceHash as Hex,
    invoiceHash: event.invoiceHash as Hex,
    payer: inLowerCase(event.payer),
    merchant: inLowerCase(event.merchant),
    token: inLowerCase(event.token),
    amount: BigInt(event.amount),
    operator: inLowerCase(event.operator),
  };
}

/** A refund to a wallet. */
export type WalletRefund = Refund & {
  readonly linkToken: string;
  readonly contractAddress: string;
  readonly registryAddress: string;
  readonly tokenAddress: string;
  readonly payerAddress: string;
  readonly validUntil: bigint;
  readonly startBlock: bigint;
  readonly creditNote: { readonly invoiceId: string };
};

/**
 * Returns the terms by which a refund is searched on the chain. They are stored with the refund, so a settlement that
 * a reorganization takes back does not change them.
 */
function eventTermsOf(
  refund: WalletRefund,
): RefundEventTerms & Pick<WalletRefund, "startBlock" | "validUntil"> {
  const { creditNoteId, amount, startBlock, validUntil, creditNote } = refund;
  return {
    contract: refund.contractAddress as Hex,
    creditNoteId,
    amount: toTokenUnits(amount),
    startBlock,
    validUntil,
    settled: {
      registry: refund.registryAddress as Hex,
      invoiceHash: invoiceHashOf(creditNote.invoiceId),
      payer: refund.payerAddress as Hex,
      token: refund.tokenAddress as Hex,
    },
  };
}

/**
 * Finds the terms that the seller's wallet signs.
 *
 * @returns null while a reorganization has taken the payment back, or when another wallet has paid since
 */
export async function findRefundTerms(
  db: Queryable,
  refund: WalletRefund,
): Promise<RefundTerms | null> {
  const settlement = await findConfirmedOfInvoice(db, refund.creditNote.invoiceId);
  if (settlement === null || settlement.id !== refund.settlementId) return null;
  const { contract, creditNoteId, amount, validUntil } = eventTermsOf(refund);
  const settled = settledTerms(settlement);
  return { contract, creditNoteId, amount, validUntil, settled };
}

const seconds = 1_000;

/**
 * Returns the time of the next check of a refund: soon after its start, then each time after a tenth of its age, at
 * most ten minutes later.
 */
export function nextCheckAtRefund(status: RefundState, createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const pause =
    status === "PENDING" ? Math.min(Math.max(age / 10, 5 * seconds), 600 * seconds) : 5 * seconds;
  return new Date(now.getTime() + pause);
}

/** Returns whether a refund is on the configured chain. A database may outlive its chain. */
export const isOnOurChain = (
  { chain }: Pick<Parts, "chain">,
  refund: TrackedRefund,
): refund is TrackedRefund & WalletRefund =>
  refund.destination === "WALLET" && refund.chainId === BigInt(chain.chainId);

/**
 * Asks the chain about a refund and commits what it has decided. Any number of processes may do so concurrently: every
 * change is a compare-and-set.
 *
 * @throws ChainUnavailable
 */
export async function checkRefund(parts: SettlementParts, refund: TrackedRefund): Promise<void> {
  if (!isOnOurChain(parts, refund) || refund.status === "FAILED") return;
  const search = searchOf(parts, refund);
  const outcome = await parts.refunder.outcomeOf({ ...eventTermsOf(refund), search });
  if (refund.status === "CONFIRMED") return recheck(parts, refund, outcome);
  if (outcome.state === "recorded") return confirm(parts, refund, outcome);
  if (outcome.state === "expired") return fail(parts, refund);
}

type Recorded = Extract<RefundOutcome, { readonly state: "recorded" }>;

function confirm(
  parts: SettlementParts,
  { id, creditNoteId, createdAt, creditNote }: TrackedRefund,
  { at, refunder, final }: Recorded,
): Promise<void> {
  return commit(parts, "confirm", creditNote.invoiceId, async (tx, now) => {
    const nextCheckAt = final ? null : nextCheckAtRefund("CONFIRMED", createdAt, now);
    const change = { ...at, refunderAddress: refunder, confirmedAt: now, nextCheckAt };
    if (!(await moveRefund({ tx, now }, id, "confirm", change))) return false;
    await moveWith({ tx, now }, creditNoteId, "confirm");
    await announceCreditNote({ ...parts, tx, now }, "credit_note.refunded", creditNoteId);
    return true;
  });
}

function fail(
  parts: SettlementParts,
  { id, creditNoteId, creditNote }: TrackedRefund,
): Promise<void> {
  return commit(parts, "fail", creditNote.invoiceId, async (tx, now) => {
    const failure = "It was not signed in time.";
    if (!(await moveRefund({ tx, now }, id, "fail", { failure, nextCheckAt: null }))) return false;
    await moveWith({ tx, now }, creditNoteId, "fail");
    await announceCreditNote({ ...parts, tx, now }, "credit_note.refund_failed", creditNoteId);
    return true;
  });
}

/** Checks a confirmed refund until it is final. */
async function recheck(
  parts: SettlementParts,
  refund: TrackedRefund & WalletRefund,
  outcome: RefundOutcome,
): Promise<void> {
  const { id, blockNumber, blockHash, createdAt } = refund;
  if (outcome.state === "recorded") {
    const { at, final } = outcome;
    const nextCheckAt = final ? null : nextCheckAtRefund("CONFIRMED", createdAt, parts.clock.now());
    return setRefundPosition(parts.db, id, { ...at, nextCheckAt });
  }
  if (blockNumber === null || blockHash === null) throw new Error(`${id} stands in no block.`);
  // A lagging node does not have the event either. Only a different block at the same height is proof.
  const block = { blockNumber, blockHash: blockHash as `0x${string}` };
  if ((await parts.chain.hasBlock(block)) === false) await takeBack(parts, refund);
}

/** Reverses a confirmation after a reorganization has removed the refund's event. It may be recorded again. */
async function takeBack(
  parts: SettlementParts,
  { id, creditNoteId, creditNote, blockNumber, transactionHash }: TrackedRefund,
): Promise<void> {
  await commit(parts, "reorg", creditNote.invoiceId, async (tx, now) => {
    const moved = await moveRefund({ tx, now }, id, "reorg", {
      transactionHash: null,
      blockNumber: null,
      blockHash: null,
      logIndex: null,
      refunderAddress: null,
      confirmedAt: null,
      nextCheckAt: now,
    });
    if (!moved) return false;
    await moveWith({ tx, now }, creditNoteId, "reorg");
    await announceCreditNote({ ...parts, tx, now }, "credit_note.refund_reorged", creditNoteId);
    const what = { id, blockNumber: String(blockNumber), transactionHash };
    parts.log.error(what, "ALARM: a reorganization undid a confirmed refund");
    return true;
  });
}

/**
 * Changes a refund in one transaction, which locks the invoice like every change of its credit notes.
 *
 * @param change returns whether it changed the refund
 */
async function commit(
  { db, clock, tally }: CoreParts,
  trigger: RefundTrigger,
  invoiceId: string,
  change: (tx: Queryable, now: Date) => Promise<boolean>,
): Promise<void> {
  const isChanged = await inTransaction(db, async (tx) => {
    await findHeldInvoice({ tx, tenant: everyone }, invoiceId);
    return change(tx, clock.now());
  });
  if (isChanged) tally.refundMoved(trigger);
}

async function moveWith(
  at: Parameters<typeof moveCreditNote>[0],
  id: string,
  trigger: RefundTrigger,
): Promise<void> {
  if (await moveCreditNote(at, id, trigger)) return;
  throw new Error(`The credit note ${id} must be in the state of its refund.`);
}
