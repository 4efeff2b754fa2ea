import { addressNotOfCap, noSpendingCap } from "../../contract/settlements.ts";
import type { Invoice, SpendingCap } from "../../db/generated/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Parts } from "../../ports/parts.ts";
import { getInvoiceRecord } from "../invoices/get-invoice.ts";
import { capTerms, collectorOf, findUsableCap } from "../spending-caps/usable-cap.ts";
import type { Collecting, SettlementInput } from "./create-settlement.ts";

type Collectors = Pick<Parts, "collector" | "previousCollectors">;

/**
 * Prepares to take an invoice's payment from its subscriber's allowance, under the spending cap that was signed at
 * checkout. Whether the cap still allows it, the contract decides.
 *
 * @returns how it is collected. It refuses only when it is called, that is when a settlement is made: an
 *   existing settlement is returned whatever has become of the cap
 */
export async function prepareCollection(
  parts: Collectors & Pick<Parts, "db" | "tenant" | "chain" | "clock">,
  input: SettlementInput,
): Promise<() => Collecting> {
  const invoice = await getInvoiceRecord(parts, input.invoiceId);
  const cap = await findCapOf(parts, invoice, parts.clock.now());
  const validUntil = await askChain(parts.chain.deadline());
  return () => {
    if (cap === null) throw new Refusal(noSpendingCap);
    for (const field of ["payerAddress", "merchantAddress"] as const) {
      if (input[field].toLowerCase() !== cap[field].toLowerCase()) {
        throw new Refusal(addressNotOfCap(field, cap[field]));
      }
    }
    const call = collectUnderCap(parts, invoice, cap, { ...input, validUntil });
    return { collect: "allowance", call, awaited: true };
  };
}

/** The cap under which an invoice can be collected; null when there is none. */
export async function findCapOf(
  parts: Collectors & Pick<Parts, "db">,
  { subscriptionId }: Invoice,
  now: Date,
): Promise<SpendingCap | null> {
  return subscriptionId === null ? null : findUsableCap(parts, subscriptionId, now);
}

/** The call that collects an invoice, by the collector that the cap was signed for. */
export function collectUnderCap(
  collectors: Collectors,
  { id: invoiceId, subscriptionId, amount }: Invoice,
  cap: SpendingCap,
  { referenceHash, validUntil }: { readonly referenceHash: Hex; readonly validUntil: bigint },
): Collecting["call"] {
  const collector = collectorOf(collectors, cap);
  if (collector === null || subscriptionId === null) throw new Refusal(noSpendingCap);
  const terms = capTerms(cap, subscriptionId);
  const { payer, merchant } = terms;
  const units = toTokenUnits(amount);
  const payment = { referenceHash, invoiceId, payer, merchant, amount: units, validUntil };
  return collector.collectUnderCap(payment, terms, cap.signature as Hex);
}
