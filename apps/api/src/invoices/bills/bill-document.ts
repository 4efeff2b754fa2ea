import { type Bill, type BilledUsage, canonicalJson, hashText } from "@usance/proofs";
import { formatAmount, formatPrice } from "../../kit/money.ts";

/** The usage of an invoice, as its bill commits to it. */
export interface MeasuredBill {
  readonly usage: BilledUsage;
  /** The snapshot in which each of its periods was measured. */
  readonly snapshots: readonly string[];
  /** The newest root of the subscription's usage before that. */
  readonly usageRoot: Bill["usageRoot"];
}

interface Money {
  toFixed(places?: number): string;
}

/** A line of an invoice that is created. */
export interface NewLine {
  readonly description: string;
  readonly quantity: Money;
  readonly unitAmount: Money;
  readonly amount: Money;
}

/** What an invoice bills. */
export interface Billed {
  readonly id: string;
  readonly serviceId: string;
  readonly subscriptionId: string | null;
  readonly amount: Money;
  readonly currency: string;
  readonly periodStart?: Date | null;
  readonly periodEnd?: Date | null;
  readonly lines?: readonly NewLine[] | undefined;
  readonly measured?: MeasuredBill | null | undefined;
}

/** The bill of an invoice: its JSON text, and its hash, which a payer can sign for before the invoice is there. */
export function billOf({ id, serviceId, subscriptionId, amount, currency, ...rest }: Billed) {
  const { periodStart, periodEnd, lines = [], measured } = rest;
  const bill: Bill = {
    version: 1,
    invoiceId: id,
    serviceId,
    subscriptionId,
    amount: formatAmount(amount),
    currency,
    periodStart: periodStart?.toISOString() ?? null,
    periodEnd: periodEnd?.toISOString() ?? null,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: formatAmount(line.quantity),
      unitAmount: formatPrice(line.unitAmount),
      amount: formatAmount(line.amount),
    })),
    usage: measured?.usage ?? null,
    usageRoot: measured?.usageRoot ?? null,
  };
  const document = canonicalJson(bill);
  return { document, billHash: hashText(document) };
}
