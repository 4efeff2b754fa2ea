import type { z } from "zod";
import { lookAt } from "../../contract/settlement-states.ts";
import type { NewSettlement } from "../../contract/settlements.ts";
import {
  amountMismatch,
  invoiceNotOpen,
  merchantMismatch,
  payerMismatch,
  settlementInProgress,
} from "../../contract/settlements.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, referencedRecordNotFound, uniqueFieldsTaken } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import type { Collection } from "../../ports/settlement-chain.ts";
import { acceptsSettlement, findHeldInvoice } from "../invoices/invoice-records.ts";
import { findLiveSettlement, insertSettlement } from "./store.ts";

interface Taken {
  readonly settlement: { readonly id: string; readonly serviceId: string };
  readonly created: boolean;
}

type NewFields = Omit<z.output<typeof NewSettlement>, "collect">;
type Required = "invoiceId" | "referenceHash" | "payerAddress" | "merchantAddress";
/** What the caller gives. The other fields are the invoice's, and must be equal to them if given. */
export type SettlementInput = Pick<NewFields, Required> & Partial<Omit<NewFields, Required>>;

interface InputToInsert extends SettlementInput {
  readonly collecting: () => Collecting | null;
}

/** How the payment is taken, unless it was made elsewhere. */
export interface Collecting {
  readonly collect: "authorization" | "allowance";
  readonly call: Collection;
  /** Whether a caller drives the settlement; otherwise the reconciler does, at once. */
  readonly awaited: boolean;
}

interface MakeParts extends Pick<Parts, "tenant" | "clock"> {
  readonly tx: Queryable;
}

/**
 * Makes the settlement of an invoice, which settle() then drives.
 * The same invoice and reference again returns the existing settlement; only a settlement that failed for good
 * is followed by another.
 *
 * @param collecting asked when a settlement is made; null: the payment was made elsewhere, and is only recorded
 * @returns which settlement it is, and whether this call created it
 */
export async function makeSettlement(
  { tx, tenant, clock }: MakeParts,
  input: SettlementInput,
  collecting: () => Collecting | null = () => null,
): Promise<Taken> {
  // Locked, so that of many callers at once one inserts and the others join.
  const invoice = await findHeldInvoice({ tx, tenant }, input.invoiceId);
  // An invoice that is due at checkout bills nobody yet: only a payment at checkout settles it.
  if (invoice === null || invoice.userId === null) throw new Refusal(referencedRecordNotFound);
  check(input, invoice);
  // After the lock: the invoice may have expired while this waited for it.
  return joinOrInsert({ tx, now: clock.now() }, { ...input, collecting }, invoice);
}

/** Payer, merchant and amount must be the invoice's, if given. */
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
  { tx, now }: InTransaction,
  input: InputToInsert,
  invoice: Invoice,
): Promise<Taken> {
  const isOpen = acceptsSettlement(invoice, now);
  const { serviceId } = invoice;
  const id = newId();
  const created = { settlement: { id, serviceId }, created: true };
  const insert = () => insertSettlement(tx, newSettlement(id, input, invoice, now));
  // Most open invoices have no settlement yet, so this is tried first. Not for an invoice that was due at
  // checkout: the index allows a settlement beside an attempt that reverted and may be put back.
  if (isOpen && invoice.subscriptionId !== null && (await insert())) return created;

  const live = await findLiveSettlement(tx, invoice.id);
  if (live?.referenceKey === input.referenceHash.toLowerCase()) {
    return { settlement: { id: live.id, serviceId }, created: false };
  }
  if (live !== null && live.status !== "CONFIRMED") throw new Refusal(settlementInProgress);
  // A settlement fails for good without locking its invoice: what was in the way may be gone.
  if (isOpen && live === null && (await insert())) return created;
  throw new Refusal(isOpen ? uniqueFieldsTaken : invoiceNotOpen);
}

/** The row of a new settlement, which the user pays whom the invoice bills. */
export const newSettlement = (id: string, input: InputToInsert, invoice: Invoice, now: Date) => ({
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
