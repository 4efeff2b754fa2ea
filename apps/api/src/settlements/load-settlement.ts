import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { settlementNotFound } from "./errors.ts";
import {
  findSettlement,
  findTrackedSettlement,
  type SettlementRow,
  type TrackedSettlement,
} from "./store.ts";

/** The settlement as it is stored, whatever the chain says meanwhile. */
export async function loadSettlement(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<SettlementRow> {
  const settlement = await findSettlement(db, id, tenant);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}

/** The same as it is driven: with its transactions, and without what callers are shown of others. */
export async function loadTrackedSettlement(
  { db, tenant }: Parts,
  id: string,
): Promise<TrackedSettlement> {
  const settlement = await findTrackedSettlement(db, id, tenant);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}
