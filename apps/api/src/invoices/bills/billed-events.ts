import type { Bill } from "@usance/proofs";
import { findRateCard } from "../../catalog/rate-cards/store.ts";
import type { Queryable } from "../../db/client.ts";
import { everyone } from "../../kit/tenant.ts";
import type { PeriodAsOf } from "../../usage/measure-usage.ts";
import { findBill, findBillsBefore } from "../store.ts";

export interface LoadedBill {
  readonly bill: Bill;
  /** The periods of its usage, as of the snapshots in which they were measured. */
  readonly periods: readonly PeriodAsOf[];
}

/** Loads the bill of an invoice. */
export async function loadBill(db: Queryable, invoiceId: string): Promise<LoadedBill> {
  const { document, snapshots } = await findBill(db, invoiceId);
  const bill: Bill = JSON.parse(document);
  const { subscriptionId, usage } = bill;
  if (subscriptionId === null || usage === null) return { bill, periods: [] };
  const periods = usage.periods.map(({ from, to }, place) => ({
    subscriptionId,
    from: new Date(from),
    to: to === null ? undefined : new Date(to),
    snapshot: snapshots[place],
  }));
  return { bill, periods };
}

/** How many usage events a bill bills. */
export const countEvents = ({ usage }: Bill): number =>
  (usage?.periods ?? []).flatMap(({ totals }) => totals).reduce((sum, { count }) => sum + count, 0);

/** Loads the numbered bills before a bill, as many as a proof has. @returns the newest first */
export async function loadBillsBefore(
  db: Queryable,
  { subscriptionId, usage }: Bill,
): Promise<Bill[]> {
  if (subscriptionId === null || usage === null || usage.billNumber === null) return [];
  const { billNumber } = usage;
  const documents = await findBillsBefore(db, { subscriptionId, billNumber });
  return documents.map((document) => JSON.parse(document));
}

/** Loads the rate cards that bills name. */
export async function loadCardsOf(db: Queryable, bills: readonly Bill[]) {
  const periods = bills.flatMap(({ usage }) => usage?.periods ?? []);
  const ids = new Set(periods.flatMap(({ rateCardId }) => rateCardId ?? []));
  const cards = await Promise.all([...ids].map((id) => findRateCard(db, id, everyone)));
  return cards.flatMap((card) =>
    card === null ? [] : [{ id: card.id, components: card.components }],
  );
}
