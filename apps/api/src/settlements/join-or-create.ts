import type { z } from "zod";
import type { Collection } from "../chain/settlement-terms.ts";
import type { InTransaction, Queryable } from "../db/client.ts";
import type { Invoice, SettlementCollection } from "../db/generated/client.ts";
import { acceptsSettlement, amountDue, findHeldInvoice } from "../invoices/invoice-records.ts";
import { realTime } from "../kit/clock.ts";
import { newId } from "../kit/ids.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { referencedInvoiceNotFound } from "../schemas/invoices.ts";
import { factsOf, nextCheckFrom } from "../schemas/settlement-states.ts";
import {
  amountMismatch,
  invoiceNotOpen,
  merchantMismatch,
  type NewSettlement,
  payerMismatch,
  referenceAlreadyUsed,
  settlementInProgress,
} from "../schemas/settlements.ts";
import { findLiveSettlement, insertSettlement } from "./store.ts";

interface JoinedOrCreated {
  readonly settlement: { readonly id: string; readonly serviceId: string };
  /** Whether this call created it. */
  readonly created: boolean;
}

type NewFields = Omit<z.output<typeof NewSettlement>, "collect">;
type RequiredField = "invoiceId" | "referenceHash" | "payerAddress" | "merchantAddress";
/** The caller's input. Optional fields must equal the invoice's, if given. */
export type SettlementInput = Pick<NewFields, RequiredField> &
  Partial<Omit<NewFields, RequiredField>>;

interface InputToInsert extends SettlementInput {
  /** How the payment is taken; null when it was made elsewhere and is only recorded. */
  readonly collecting: Collecting | null;
}

/** Called in the transaction in which a settlement is created, which it may refuse, with the locked invoice. */
export type StartCollecting = (tx: Queryable, invoice: Invoice) => Promise<Collecting>;

/** How the payment is taken, when it was not made elsewhere. */
export interface Collecting {
  readonly collect: SettlementCollection;
  readonly call: Collection;
  /** Whether a caller waits for the settlement and drives it. Otherwise the reconciler starts on it immediately. */
  readonly awaited: boolean;
}

/**
 * Creates the settlement of an invoice. `settle()` then drives it. Repeating the invoice and reference returns the
 * existing settlement; a new one is only created after the previous one has permanently failed.
 *
 * @param startCollecting called when a settlement is created, and may refuse it; null when the payment was made elsewhere
 *   and is only recorded
 */
export async function joinOrCreateSettlement(
  { tx, tenant, times }: Pick<Parts, "tenant" | "times"> & { readonly tx: Queryable },
  input: SettlementInput,
  startCollecting: StartCollecting | null = null,
): Promise<JoinedOrCreated> {
  // Locked so that one of several concurrent callers inserts the settlement and the others join it.
  const invoice = await findHeldInvoice({ tx, tenant }, input.invoiceId);
  // A checkout invoice has no user before it is paid. Only a checkout payment can settle it.
  if (invoice === null || invoice.userId === null) throw new Refusal(referencedInvoiceNotFound);
  check(input, invoice);
  // Read the time after the lock: the invoice may have expired while this call waited.
  const now = await times.of(tx, invoice.serviceId);
  return joinOrInsert({ tx, now }, input, startCollecting, invoice);
}

/** Checks that the payer and merchant equal the invoice's, and the amount what is due, if given. */
function check(input: SettlementInput, invoice: Invoice): void {
  if (input.payerId !== undefined && input.payerId !== invoice.userId) {
    throw new Refusal(payerMismatch);
  }
  if (input.merchantId !== undefined && input.merchantId !== invoice.ownerId) {
    throw new Refusal(merchantMismatch);
  }
  if (input.amount !== undefined && !input.amount.eq(amountDue(invoice))) {
    throw new Refusal(amountMismatch);
  }
}

async function joinOrInsert(
  { tx, now }: InTransaction,
  input: SettlementInput,
  startCollecting: StartCollecting | null,
  invoice: Invoice,
): Promise<JoinedOrCreated> {
  const isOpen = acceptsSettlement(invoice, now);
  const { serviceId } = invoice;
  const id = newId();
  const created = { settlement: { id, serviceId }, created: true };
  const insert = async () => {
    const collecting = startCollecting === null ? null : await startCollecting(tx, invoice);
    return insertSettlement(tx, newSettlement(id, { ...input, collecting }, invoice, now));
  };
  // Tried first, because most open invoices have no settlement yet. Not when the payment is collected, because
  // `startCollecting` may refuse a new settlement where there is one to join. And not for invoices without a subscription
  // (checkout): the index would allow a settlement beside a reverted attempt, which a reorganization may restore.
  const isInsertedFirst = invoice.subscriptionId !== null && startCollecting === null;
  if (isOpen && isInsertedFirst && (await insert())) return created;

  const live = await findLiveSettlement(tx, invoice.id);
  if (live?.referenceKey === input.referenceHash.toLowerCase()) {
    return { settlement: { id: live.id, serviceId }, created: false };
  }
  if (live !== null && factsOf(live.status).verdict !== "recorded")
    throw new Refusal(settlementInProgress);
  // A settlement can fail permanently without a lock on its invoice, so the obstacle may be gone.
  if (isOpen && live === null && (await insert())) return created;
  throw new Refusal(isOpen ? referenceAlreadyUsed : invoiceNotOpen);
}

/** Builds the row of a new settlement. Its payer is the invoice's user. Its next check is in real time. */
export const newSettlement = (id: string, input: InputToInsert, invoice: Invoice, now: Date) => ({
  id,
  invoiceId: invoice.id,
  serviceId: invoice.serviceId,
  payerId: invoice.userId,
  merchantId: invoice.ownerId,
  payerAddress: input.payerAddress,
  merchantAddress: input.merchantAddress,
  amount: amountDue(invoice).toFixed(),
  currency: invoice.currency,
  referenceHash: input.referenceHash,
  referenceKey: input.referenceHash.toLowerCase(),
  status: "PENDING" as const,
  nextCheckAt: nextCheckFrom("PENDING", realTime(now)),
  ...(input.collecting !== null && collectionColumns(input.collecting, now)),
  recordedAt: input.recordedAt ?? now,
  createdAt: now,
  updatedAt: now,
});

const collectionColumns = ({ collect, call, awaited }: Collecting, now: Date) => ({
  collect,
  collectorAddress: call.collector,
  callData: call.callData,
  validUntil: call.validUntil,
  ...(!awaited && { nextCheckAt: realTime(now) }),
});
