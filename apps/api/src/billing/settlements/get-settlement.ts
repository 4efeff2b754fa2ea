import type { SettlementState } from "../../contract/states.ts";
import { within } from "../../lib/time-limit.ts";
import type { Parts } from "../../ports/parts.ts";
import { ChainUnavailable } from "../../ports/settlement-chain.ts";
import { loadSettlement, loadTrackedSettlement } from "./load-settlement.ts";
import { isOnOurChain, resolve } from "./resolve-settlement.ts";
import { findCurrentOfInvoice, type SettlementRow, type TrackedSettlement } from "./store.ts";

export type { SettlementRow, TrackedSettlement };

/** How long a read waits for the chain, in milliseconds. */
const lookLimitMs = 2_000;

/** The chain may have something to say of it that the row does not say yet. */
const undecided: ReadonlySet<SettlementState> = new Set(["SUBMITTED", "TIMED_OUT", "REVERTED"]);

/** The settlement as of now: one that was sent is held against the chain on every read. */
export async function getSettlement(parts: Parts, id: string): Promise<SettlementRow> {
  const settlement = await loadSettlement(parts, id);
  const decided =
    undecided.has(settlement.status) && (await look(parts, await loadTrackedSettlement(parts, id)));
  const expired = await parts.due.advance(parts, { invoices: [settlement.invoice] });
  return decided || expired ? loadSettlement(parts, id) : settlement;
}

/** The same of an invoice: the settlement that is under way or confirmed, else the last one. */
export async function getCurrentSettlement(
  parts: Parts,
  invoiceId: string,
): Promise<TrackedSettlement | null> {
  const current = await findCurrentOfInvoice(parts.db, invoiceId);
  if (current === null) return null;
  const settlement = await loadTrackedSettlement(parts, current.id);
  if (!undecided.has(settlement.status)) return settlement;
  return (await look(parts, settlement)) ? loadTrackedSettlement(parts, current.id) : settlement;
}

/** @returns whether the chain has decided; a chain that does not answer in time has not */
async function look(parts: Parts, settlement: TrackedSettlement): Promise<boolean> {
  if (!isOnOurChain(parts, settlement)) return false;
  try {
    return (await within(lookLimitMs, resolve(parts, settlement, { thorough: true }))) === true;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    parts.log.warn({ settlementId: settlement.id, reason: error.message }, "chain unavailable");
    return false;
  }
}
