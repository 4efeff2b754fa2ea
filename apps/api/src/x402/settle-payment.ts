import type { Settlement, X402Payment } from "../db/generated/client.ts";
import { acceptsSettlement, findHeldInvoice } from "../invoices/invoice-records.ts";
import { openTopUpInvoice } from "../invoices/open-invoice.ts";
import { newId } from "../kit/ids.ts";
import { everyone } from "../kit/tenant.ts";
import type { Parts } from "../operation/ports/parts.ts";
import type { MultiCommitWrite, Writing } from "../operation/work.ts";
import { admitAttempt } from "../pages/payments/admit-attempt.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { takeOnAttempt } from "../settlements/attempts.ts";
import { findLiveSettlement } from "../settlements/store.ts";
import { asNotPayable, NotPayable, pending } from "./not-payable.ts";
import { mayBeCarriedOut, type ProvenTransfer, proveTransfer } from "./prove-transfer.ts";
import type { ReadPayment } from "./read-payment.ts";
import { findByAuthorization, findByIdentifier, freeIdentifier, insertPayment } from "./store.ts";

/** How long the invoice of a payment stays open if the payment fails, in milliseconds: the same can be sent again. */
const openMs = 86_400_000;

/**
 * Takes a payment on, unless it was: one commit stores it with its invoice and its settlement, before anything is sent.
 *
 * @throws NotPayable when it cannot be taken
 */
export async function takeOn(work: MultiCommitWrite, payment: ReadPayment): Promise<X402Payment> {
  const known = await findSame(work, payment);
  if (known !== null && (await isUnderWay(work, known))) return known;
  const proven = await proveTransfer(work, payment, known);
  await work.commit(async (inside) => {
    const { id, serviceId } = await store(inside, payment, proven);
    return { x402Payment: { id, serviceId } };
  });
  const taken = await findSame(work, payment);
  if (taken === null) throw new Error("A payment must exist after its insert.");
  return taken;
}

/** Finds the payment if it was taken on before. @throws NotPayable when its authorization belongs to another payment */
export async function findSame(
  { db, tenant }: Pick<Writing, "db" | "tenant">,
  { authorization, fingerprint }: ReadPayment,
): Promise<X402Payment | null> {
  const known = await findByAuthorization(db, authorization);
  if (known === null) return null;
  const isOurs = tenant === everyone || tenant === known.ownerId;
  if (isOurs && known.fingerprint === fingerprint) return known;
  const why = "The authorization belongs to another payment.";
  throw new NotPayable("invalid_exact_evm_nonce_already_used", why);
}

/** Whether a settlement of the payment is in progress, or has paid. */
export async function isUnderWay(
  { db }: Pick<Writing, "db">,
  { invoiceId }: X402Payment,
): Promise<boolean> {
  const live = await findLiveSettlement(db, invoiceId);
  return live !== null && (factsOf(live.status).verdict !== "refused" || mayBePaid(live));
}

/** Whether the chain has refused a payment because somebody else may have sent its transfer, which the final block tells. */
export const mayBePaid = ({ status, failure }: Pick<Settlement, "status" | "failure">) =>
  factsOf(status).mayBeRecorded && mayBeCarriedOut(failure ?? "");

async function store(
  work: Writing,
  payment: ReadPayment,
  proven: ProvenTransfer,
): Promise<X402Payment> {
  const { tx } = work;
  const { now, gasAtRisk } = await admit(work, payment, proven);
  const known = await findSame(work, payment);
  if (known !== null && (await isUnderWay(work, known))) return known;
  // Another call has stored it meanwhile, with another invoice than this one has proven.
  if (known !== null && known.invoiceId !== proven.invoiceId) throw pending();
  const stored = known ?? (await insert({ ...work, now }, payment, proven));
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, stored.invoiceId);
  if (invoice === null || !acceptsSettlement(invoice, now)) {
    throw new NotPayable("usance_payment_failed", "The payment has failed, and its time is over.");
  }
  await takeOnAttempt({ tx, now }, invoice, proven, gasAtRisk);
  return stored;
}

/**
 * Checks that a wallet can make another payment, given those under way, and that none of these has its identifier. It locks the
 * payer, so that one of several calls with a payment stores it.
 *
 * @returns the time of the service, and the gas to set aside
 * @throws NotPayable
 */
export async function admit(
  parts: Pick<Writing, "tx"> & Parts,
  { amount, authorization: { payer, nonce }, paymentIdentifier }: ReadPayment,
  proven: ProvenTransfer,
): Promise<{ readonly now: Date; readonly gasAtRisk: bigint | null }> {
  const { tx, times, collector, failureGas, settlementMaxGas, x402 } = parts;
  const { id: serviceId, ownerId } = proven.service;
  const now = await times.of(tx, serviceId);
  const gasAtRisk = await admitAttempt(
    { tx, now, collector, failureGas, settlementMaxGas },
    { ...proven, serviceId, amount },
    x402.walletPayments,
  ).catch(asNotPayable);
  if (paymentIdentifier === null) return { now, gasAtRisk };
  const other = await findByIdentifier(tx, { ownerId, payer, paymentIdentifier });
  if (other !== null && other.nonce !== nonce && (await isUnderWay({ db: tx }, other))) {
    const why = "Another payment of the wallet has this payment identifier.";
    throw new NotPayable("usance_payment_identifier_reused", why);
  }
  return { now, gasAtRisk };
}

/** Stores a payment with its invoice, which bills nobody until it is paid. */
async function insert(
  work: Writing,
  { amount, authorization, fingerprint, resource, paymentIdentifier, sold }: ReadPayment,
  { invoiceId: id, service, plan }: ProvenTransfer,
): Promise<X402Payment> {
  const { tx, now, by } = work;
  const of = { serviceId: service.id, ownerId: service.ownerId, paymentPlanId: plan.id };
  const nobody = { userId: null, subscriptionId: null, collectAt: null };
  const dueAt = new Date(now.getTime() + openMs);
  await openTopUpInvoice({ ...work, emails: null }, { ...of, ...nobody, id, amount, dueAt });
  const row = {
    ...of,
    ...authorization,
    id: newId(),
    invoiceId: id,
    apiKeyId: by.keyId,
    fingerprint,
    amount: amount.toFixed(),
    quantity: sold.topUp === true ? null : (sold.quantity?.toFixed() ?? "1"),
    resource,
    paymentIdentifier,
    createdAt: now,
  };
  // A payment that has failed for good no longer needs its identifier.
  if (paymentIdentifier !== null) await freeIdentifier(tx, row);
  return insertPayment(tx, row);
}
