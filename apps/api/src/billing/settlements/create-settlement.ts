import type { z } from "zod";
import type { NewSettlement } from "../../contract/settlements.ts";
import {
  amountMismatch,
  invoiceNotOpen,
  merchantMismatch,
  payerMismatch,
  settlementInProgress,
} from "../../contract/settlements.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, referencedRecordNotFound, uniqueFieldsTaken } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import type { Collection } from "../../ports/settlement-chain.ts";
import { acceptsSettlement, findHeldInvoice } from "../invoices/get-invoice.ts";
import { lookAt } from "./looks.ts";
import { findLiveSettlement, insertSettlement } from "./store.ts";

interface Taken {
  readonly settlement: { readonly id: string; readonly serviceId: string };
  readonly created: boolean;
}

type Asked = Omit<z.output<typeof NewSettlement>, "collect">;
type Said = "invoiceId" | "referenceHash" | "payerAddress" | "merchantAddress";
/** What is said of a settlement; all else is what the invoice says, if it is said at all. */
export type SettlementInput = Pick<Asked, Said> & Partial<Omit<Asked, Said>>;
export type Input = SettlementInput & { readonly collecting: () => Collecting | null };

/** How the payment is taken, where it was not made elsewhere. */
export interface Collecting {
  readonly collect: "authorization" | "allowance";
  readonly call: Collection;
  /** Whether the caller sees it through; otherwise the reconciler does, at once. */
  readonly awaited: boolean;
}

/**
 * Takes on a payment of an invoice (specification, section 4, POST /settlements); settle() sees it
 * through. The same invoice and reference again joins the settlement there is; only one that failed
 * for good makes room for another.
 *
 * @param collecting asked where a settlement is made: null: the payment was made elsewhere, and is
 *   recorded alone
 * @returns which settlement it is, and whether this call created it
 */
export async function createSettlement(
  parts: Parts,
  input: SettlementInput,
  collecting: () => Collecting | null = () => null,
): Promise<Taken> {
  return inTransaction(parts.db, async (tx) => {
    // Held, so that of many callers at once one inserts and the others join.
    const invoice = await findHeldInvoice({ tx, tenant: parts.tenant }, input.invoiceId);
    // What is tried at checkout is nobody's yet: its own payment settles it.
    if (invoice === null || invoice.userId === null) throw new Refusal(referencedRecordNotFound);
    check(input, invoice);
    return joinOrInsert(parts, tx, { ...input, collecting }, invoice);
  });
}

/** What may be said of payer, merchant and amount is only what the invoice says already. */
function check(input: SettlementInput, invoice: Invoice): void {
  if (input.payerId !== undefined && input.payerId !== invoice.userId) {
    throw new Refusal(payerMismatch);
  }
  if (input.merchantId !== undefined && input.merchantId !== invoice.ownerId) {
    throw new Refusal(merchantMismatch);
  }
  if (input.amount !== undefined && !input.amount.eq(invoice.amount.toFixed())) {
    throw new Refusal(amountMismatch);
  }
}

async function joinOrInsert(
  parts: Parts,
  tx: Queryable,
  input: Input,
  invoice: Invoice,
): Promise<Taken> {
  const now = parts.clock.now();
  const isOpen = acceptsSettlement(invoice, now);
  const { serviceId } = invoice;
  const id = newId();
  const created = { settlement: { id, serviceId }, created: true };
  const insert = () => insertSettlement(tx, newSettlement(id, input, invoice, now));
  // Tried at once: most invoices that are open have no settlement yet. One that was due at checkout may have
  // an attempt that reverted, which the index lets another stand beside, and a reorganisation may put back.
  if (isOpen && invoice.subscriptionId !== null && (await insert())) return created;

  const live = await findLiveSettlement(tx, invoice.id);
  if (live?.referenceKey === input.referenceHash.toLowerCase()) {
    return { settlement: { id: live.id, serviceId }, created: false };
  }
  if (live !== null && live.status !== "CONFIRMED") throw new Refusal(settlementInProgress);
  // What was in the way may have failed for good since: that takes no hold of the invoice.
  if (isOpen && live === null && (await insert())) return created;
  throw new Refusal(isOpen ? uniqueFieldsTaken : invoiceNotOpen);
}

/** A settlement as it is taken on, of whom the invoice bills. */
export const newSettlement = (id: string, input: Input, invoice: Invoice, now: Date) => ({
  id,
  invoiceId: invoice.id,
  serviceId: invoice.serviceId,
  payerId: invoice.userId,
  merchantId: invoice.ownerId,
  payerAddress: input.payerAddress,
  merchantAddress: input.merchantAddress,
  amount: invoice.amount,
  currency: invoice.currency,
  referenceHash: input.referenceHash,
  referenceKey: input.referenceHash.toLowerCase(),
  status: "PENDING" as const,
  nextLookAt: lookAt("PENDING", now),
  ...collectionOf(input.collecting(), now),
  recordedAt: input.recordedAt ?? now,
  createdAt: now,
  updatedAt: now,
});

const collectionOf = (collecting: Collecting | null, now: Date) =>
  collecting !== null && {
    collect: collecting.collect,
    collectorAddress: collecting.call.collector,
    callData: collecting.call.callData,
    validUntil: collecting.call.validUntil,
    ...(!collecting.awaited && { nextLookAt: now }),
  };
