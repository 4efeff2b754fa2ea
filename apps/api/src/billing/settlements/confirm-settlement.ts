import { inTransaction, type Queryable } from "../../db/client.ts";
import type { Parts } from "../../ports/parts.ts";
import type { RecordedAt } from "../../ports/settlement-chain.ts";
import { completePaidSessions } from "../../sessions/checkout-sessions/complete-paid-sessions.ts";
import { holdInvoices } from "../invoices/get-invoice.ts";
import { payInvoices, reopenInvoice } from "../invoices/pay-invoice.ts";
import { restartTurn } from "../signers/signers.ts";
import { announceSettlements } from "./announce-settlements.ts";
import { lookAt } from "./looks.ts";
import { type Confirmation, moveConfirmed, moveRivals, moveSettlement } from "./moves.ts";
import type { TrackedSettlement } from "./store.ts";

/** The event was seen: `CONFIRMED`, the invoice `PAID`, and both announced, in one commit. */
export async function confirmSettlement(
  { checkoutUrl, clock, tally, batch }: Parts,
  settlement: TrackedSettlement,
  at: RecordedAt,
  { final }: { readonly final: boolean },
): Promise<void> {
  const nextLookAt = final ? null : lookAt("CONFIRMED", clock.now());
  const { id, invoiceId } = settlement;
  const seen = { ...at, id, invoiceId, settlement, nextLookAt, checkoutUrl };
  if (await batch.commit(commitConfirmations, seen)) tally.settlementMoved("confirm");
}

interface Seen extends Confirmation, Pick<Parts, "checkoutUrl"> {
  readonly invoiceId: string;
  readonly settlement: TrackedSettlement;
}

/** @returns for each whether it was moved: somebody else may have been quicker */
async function commitConfirmations(
  tx: Queryable,
  seen: readonly Seen[],
  now: Date,
): Promise<boolean[]> {
  const all = seen.map(({ invoiceId }) => invoiceId);
  // Before the settlements' rows, as whoever submits one does.
  const invoiceOf = await holdInvoices(tx, all);
  // Of two attempts that a reorganisation has put in each other's place, the one is taken back first.
  const standing = seen.filter(({ invoiceId }) => invoiceOf(invoiceId).status !== "PAID");
  await setAside(tx, standing, now);
  const moved = standing.length === 0 ? [] : await moveConfirmed(tx, standing, now);
  if (moved.length > 0) {
    const ids = moved.map(({ id }) => id);
    const paid = moved.map(({ invoiceId }) => invoiceId);
    // What is due at checkout has no subscription until it is paid.
    const atCheckout = standing.flatMap((one) => {
      const invoice = invoiceOf(one.invoiceId);
      return ids.includes(one.id) && invoice.subscriptionId === null ? [{ ...one, invoice }] : [];
    });
    if (atCheckout[0] !== undefined) {
      await completePaidSessions(atCheckout[0], tx, atCheckout, now);
    }
    await payInvoices(tx, paid, now);
    await announceSettlements(tx, "settlement.confirmed", ids, now);
  }
  const left = new Set(moved.map(({ id }) => id));
  return seen.map(({ id }) => left.delete(id)); // of two who have seen the same one, the first
}

/**
 * An attempt at checkout that had reverted was put back by a reorganisation, and has settled the invoice. What
 * was tried after it comes to nothing: the contract settles an invoice once. What was sent of it is watched
 * as if it had reverted already.
 */
async function setAside(tx: Queryable, seen: readonly Seen[], now: Date): Promise<void> {
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
 * A reorganisation has taken the event back: `SUBMITTED` again, the invoice `OPEN`, and both
 * announced, in one commit. Its bytes are sent again, so it is confirmed once more in all
 * likelihood.
 */
export async function takeBackSettlement(
  parts: Parts,
  settlement: TrackedSettlement,
): Promise<void> {
  const { id, invoiceId, blockNumber, transactionHash, signerAddress: address, nonce } = settlement;
  const now = parts.clock.now();
  const moved = await inTransaction(parts.db, async (tx) => {
    await holdInvoices(tx, [invoiceId]);
    if (address !== null && nonce !== null) {
      await restartTurn(tx, { chainId: parts.chain.chainId, address }, nonce, now);
    }
    const isMoved = await moveSettlement(tx, id, "reorg", {
      blockNumber: null,
      blockHash: null,
      logIndex: null,
      confirmedAt: null,
      nextLookAt: now,
      updatedAt: now,
    });
    if (!isMoved) return false;
    await reopenInvoice(tx, invoiceId, now);
    await announceSettlements(tx, "settlement.reorged", [id], now);
    return true;
  });
  if (!moved) return;
  const what = { settlementId: id, invoiceId, blockNumber: String(blockNumber), transactionHash };
  parts.log.error(what, "ALARM: a reorganisation has taken a confirmed settlement back");
  parts.tally.settlementMoved("reorg");
}
