import type { TrackedSettlement } from "../chain/executor.ts";
import type { Queryable } from "../db/client.ts";
import type { Settlement } from "../db/generated/client.ts";
import { inOrder } from "../kit/in-order.ts";
import { Refusal } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import { within } from "../kit/time-limit.ts";
import type { Owned, SettlementParts } from "../operation/ports/parts.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { settlementNotFound } from "../schemas/settlements.ts";
import { loadTrackedSettlement, neverSends, step } from "./engine/step.ts";
import {
  findCurrentOfInvoice,
  findLiveSettlement,
  findSettlement,
  findSettlementsById,
  type SettlementRow,
} from "./store.ts";

/* Settlements as callers see them, with their nested records. */

/** Loads a settlement as stored, without querying the chain. */
export async function loadSettlement({ db, tenant }: Owned, id: string): Promise<SettlementRow> {
  return found(await findSettlement(db, id, tenant));
}

/** Loads a settlement that the caller has just processed, of any seller. The read is batched with others. */
export async function reloadSettlement(
  { batch }: SettlementParts,
  id: string,
): Promise<SettlementRow> {
  return found(await batch.read(readSettlements, id));
}

const readSettlements = async (db: Queryable, ids: readonly string[]) =>
  inOrder(ids, await findSettlementsById(db, ids, everyone));

function found(settlement: SettlementRow | null): SettlementRow {
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
}

/** Returns whether an invoice has a live settlement: one that has not permanently failed. */
export async function hasLiveSettlement(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<boolean> {
  return (await findLiveSettlement(db, invoiceId)) !== null;
}

/** Finds the settlement that blocks other payments of an invoice. A reverted checkout attempt does not block. */
export async function findUnderWay(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<Settlement | null> {
  const live = await findLiveSettlement(db, invoiceId);
  if (live === null) return null;
  const isRevertedAttempt = live.payerKey !== null && factsOf(live.status).verdict === "refused";
  return isRevertedAttempt ? null : live;
}

/** Returns whether a checkout attempt can still be abandoned because nothing was sent. */
export const isUnsent = ({ status, payerKey }: Pick<Settlement, "status" | "payerKey">) =>
  status === "PENDING" && payerKey !== null;

/** How long a read waits for the chain, in milliseconds. */
const readLimitMs = 2_000;

/** Loads a settlement, brought up to date. While the chain may still record it, every call queries the chain. */
export async function refreshSettlement(
  parts: SettlementParts,
  id: string,
): Promise<SettlementRow> {
  const settlement = await loadSettlement(parts, id);
  const decided =
    factsOf(settlement.status).mayBeRecorded &&
    (await checkChain(parts, await loadTrackedSettlement(parts, id)));
  const expired = await parts.due.advance(parts, { invoices: [settlement.invoice] });
  return decided || expired ? loadSettlement(parts, id) : settlement;
}

/**
 * Loads an invoice's current settlement: the one in progress or confirmed, or else the newest. While the chain may
 * still record it, every call queries the chain.
 */
export async function getCurrentSettlement(
  parts: SettlementParts,
  invoiceId: string,
): Promise<TrackedSettlement | null> {
  const current = await findCurrentOfInvoice(parts.db, invoiceId);
  if (current === null) return null;
  const settlement = await loadTrackedSettlement(parts, current.id);
  if (!factsOf(settlement.status).mayBeRecorded) return settlement;
  if (!(await checkChain(parts, settlement))) return settlement;
  // What was decided may have begun another one.
  const { id } = (await findCurrentOfInvoice(parts.db, invoiceId)) ?? current;
  return loadTrackedSettlement(parts, id);
}

/**
 * Checks a settlement against the chain. @returns whether the chain has decided; false when it does not answer in
 * time
 */
async function checkChain(parts: SettlementParts, settlement: TrackedSettlement): Promise<boolean> {
  const stepping = step(parts, settlement, { ...neverSends, thorough: true });
  const stepped = await within(readLimitMs, stepping);
  return stepped !== "late" && stepped.isDecided;
}
