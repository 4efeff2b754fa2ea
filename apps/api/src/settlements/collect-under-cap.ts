import { ChainUnavailable } from "../chain/chain-errors.ts";
import type { Collector } from "../chain/collector.ts";
import type { SettlementChain } from "../chain/settlement-chain.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import type { Invoice, SpendingCap } from "../db/generated/client.ts";
import { announceFailedCollection } from "../invoices/announce-invoice.ts";
import { costsAsSigned } from "../invoices/bills/signed-prices.ts";
import { amountDue, getInvoiceRecord } from "../invoices/invoice-records.ts";
import { takeCollection } from "../invoices/invoices.ts";
import { findInvoicesToCollect } from "../invoices/store.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { type Amount, toTokenUnits } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import { sweep } from "../kit/time-limit.ts";
import type { Parts, SettlementParts } from "../operation/ports/parts.ts";
import { type DueScope, realScope } from "../operation/ports/times.ts";
import type { Keyed, Timed } from "../operation/work.ts";
import {
  addressNotOfCap,
  chainDoesNotAnswer,
  noSpendingCap,
  pricesNotSigned,
  settlementInProgress,
} from "../schemas/settlements.ts";
import {
  type Collecting,
  joinOrCreateSettlement,
  type SettlementInput,
  type StartCollecting,
} from "./join-or-create.ts";
import { hasLiveSettlement } from "./load-settlement.ts";
import { lockUnrevoked, noteRefused } from "./spending-caps/store.ts";
import { capTerms, findUsableCap, isSignedFor, refusedKey } from "./spending-caps/usable-cap.ts";
import { findPermit } from "./spending-caps/wallet-permits.ts";

/** Why nothing is collected under a cap that has ended, or whose merchant or collector is no longer used. */
const capCannotBeUsed = "The spending limit can no longer be used.";

/**
 * Prepares to take an invoice's payment from its subscriber's allowance, under the spending cap that was signed at
 * checkout. The contract decides whether the cap still allows it.
 *
 * @returns a function that builds the collection. It is only called when a settlement is created, and refuses when there
 *   is no usable cap, its prices were not signed or the chain did not answer: an existing settlement is returned regardless
 * @throws Refusal 404 when the tenant has no such invoice, 503 when its usage cannot be read in time
 */
export async function prepareCollection(
  parts: SettlementParts & Pick<Keyed, "request">,
  input: SettlementInput,
): Promise<StartCollecting> {
  const invoice = await getInvoiceRecord(parts, input.invoiceId);
  const cap = await findCapOf(parts, invoice, parts.clock.now());
  // Nothing is compared for a call that is refused anyway, or joins a settlement.
  const isNew =
    cap !== null &&
    invoice.status === "OPEN" &&
    otherAddress(input, cap) === undefined &&
    !(await hasLiveSettlement(parts, invoice.id));
  const signed = isNew ? await arePricesSigned(parts, invoice, cap) : null;
  const validUntil = await findDeadline(parts.chain);
  return async (tx, held) => {
    if (validUntil === null) throw new Refusal(chainDoesNotAnswer);
    if (cap === null || !(await lockUnrevoked(tx, cap.id))) throw new Refusal(noSpendingCap);
    const other = otherAddress(input, cap);
    if (other !== undefined) throw new Refusal(addressNotOfCap(other, cap[other]));
    // The settlement that was there has failed meanwhile, or a credit note has changed the amount.
    if (signed === null || !signed.due.eq(amountDue(held))) throw new Refusal(settlementInProgress);
    if (!signed.holds) throw new PricesNotSigned(cap.id, refusedKey(held));
    const call = await collectUnderCap(tx, parts.collector, held, cap, { ...input, validUntil });
    return { collect: "allowance", call, awaited: true };
  };
}

/** Which address of a call is not the cap's. */
const otherAddress = (input: SettlementInput, cap: SpendingCap) =>
  (["payerAddress", "merchantAddress"] as const).find(
    (field) => input[field].toLowerCase() !== cap[field].toLowerCase(),
  );

/** The refusal of an invoice under a cap, until the amount due changes: the cap does not. */
class PricesNotSigned extends Refusal {
  readonly capId: string;
  readonly refused: string;

  constructor(capId: string, refused: string) {
    super(pricesNotSigned);
    this.capId = capId;
    this.refused = refused;
  }
}

async function arePricesSigned(
  { db, tenant, request }: SettlementParts & Pick<Keyed, "request">,
  invoice: Invoice,
  { rateCardHashes, refusedInvoices }: SpendingCap,
): Promise<{ readonly holds: boolean; readonly due: Amount }> {
  const due = amountDue(invoice);
  if (refusedInvoices.includes(refusedKey(invoice))) return { holds: false, due };
  const turn = () => request.turn({ cost: "large", seller: tenant, record: null });
  return { holds: await costsAsSigned({ db, turn }, invoice, rateCardHashes), due };
}

/**
 * Reports a collection that was refused because its prices are not those that were signed, once for an invoice and its amount
 * under a cap: the caller may try it every few minutes.
 */
export async function reportRefused(
  { db, time, checkoutUrl, emails }: SettlementParts & Timed,
  invoiceId: string,
  refused: unknown,
): Promise<void> {
  if (!(refused instanceof PricesNotSigned)) return;
  const now = await time();
  const failed = { settlementId: null, failure: pricesNotSigned.message };
  await inTransaction(db, async (tx) => {
    if (!(await noteRefused(tx, refused.capId, refused.refused))) return;
    await announceFailedCollection({ tx, now, checkoutUrl, emails }, invoiceId, failed);
  });
}

/** Returns the chain time until which a call that is built now is valid; null when the chain does not answer. */
async function findDeadline(
  chain: Pick<SettlementChain, "deadline">,
  onSilence: (error: ChainUnavailable) => void = () => {},
): Promise<bigint | null> {
  try {
    return await chain.deadline();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    onSilence(error);
    return null;
  }
}

/** Finds the cap under which an invoice can be collected; null without one. */
async function findCapOf(
  parts: Pick<Parts, "db" | "collector">,
  { subscriptionId }: Invoice,
  now: Date,
): Promise<SpendingCap | null> {
  return subscriptionId === null ? null : findUsableCap(parts, subscriptionId, now);
}

/** Builds the call that collects an invoice, for the collector that the cap was signed for. */
async function collectUnderCap(
  tx: Queryable,
  collector: Collector | null,
  invoice: Invoice,
  cap: SpendingCap,
  { referenceHash, validUntil }: { readonly referenceHash: Hex; readonly validUntil: bigint },
): Promise<Collecting["call"]> {
  const { id: invoiceId, subscriptionId } = invoice;
  if (!isSignedFor(collector, cap) || subscriptionId === null) throw new Refusal(noSpendingCap);
  const terms = capTerms(cap, subscriptionId);
  const { payer, merchant } = terms;
  const units = toTokenUnits(amountDue(invoice));
  const payment = { referenceHash, invoiceId, payer, merchant, amount: units, validUntil };
  const permit = await findPermit(tx, cap);
  return collector.collectUnderCap(payment, terms, cap.signature as Hex, permit);
}

/**
 * Creates a settlement for each invoice that is due for collection under a spending cap. The reconciler drives it. These are
 * renewals and automatic top-ups, which bill no measured usage, so no prices are compared.
 *
 * Taking the attempt and creating its settlement are one transaction, so only one process makes an attempt and none
 * is lost. A failed attempt is retried on the schedule (invoices/open-invoice.ts) after its settlement has
 * permanently failed.
 *
 * @param scope default: the invoices of all services that are on no test clock
 */
export async function collectDueInvoices(
  parts: SettlementParts,
  { testClockId, now }: DueScope = realScope(parts.clock),
): Promise<void> {
  const { chain, collector, db, log, tenant } = parts;
  if (collector === null) return;
  const validUntil = await findDeadline(chain, ({ reason }) =>
    log.warn({ reason }, "invoices are not collected: chain unavailable"),
  );
  if (validUntil === null) return;
  await sweep(
    (after) => findInvoicesToCollect({ db, tenant, now: now(), testClockId }, after),
    async (id) => {
      try {
        await collect({ ...parts, now: now() }, id, validUntil);
      } catch (error) {
        // Use up the attempt anyway; otherwise this invoice would stay first in the queue.
        await inTransaction(db, (tx) => takeCollection({ tx, tenant, now: now() }, id));
        throw error;
      }
    },
    (error, id) => log.error({ err: error, id }, "invoice not collected"),
  );
}

function collect(
  {
    db,
    tenant,
    times,
    checkoutUrl,
    emails,
    now,
    collector,
  }: SettlementParts & { readonly now: Date },
  id: string,
  validUntil: bigint,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const invoice = await takeCollection({ tx, tenant, now }, id);
    if (invoice === null) return;
    const cap = await findCapOf({ collector, db: tx }, invoice, now);
    const isUsable = cap !== null && (await lockUnrevoked(tx, cap.id));
    if (await hasLiveSettlement({ db: tx }, id)) return;
    if (cap === null || !isUsable) {
      const failed = { settlementId: null, failure: capCannotBeUsed };
      return announceFailedCollection({ tx, now, checkoutUrl, emails }, id, failed);
    }
    const referenceHash = invoice.billHash as Hex;
    const call = await collectUnderCap(tx, collector, invoice, cap, { referenceHash, validUntil });
    const { payerAddress, merchantAddress } = cap;
    const settlement = {
      invoiceId: id,
      referenceHash,
      payerAddress: payerAddress as Hex,
      merchantAddress: merchantAddress as Hex,
    };
    await joinOrCreateSettlement({ tx, tenant, times }, settlement, async () => ({
      collect: "allowance",
      call,
      awaited: false,
    }));
  });
}
