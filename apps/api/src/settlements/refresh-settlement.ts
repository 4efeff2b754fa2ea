import type { TrackedSettlement } from "../chain/ports/executor.ts";
import { within } from "../kit/time-limit.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { loadTrackedSettlement } from "./engine/load-tracked.ts";
import { neverSends, type StepParts, step } from "./engine/step.ts";
import { loadSettlement } from "./load-settlement.ts";
import { findCurrentOfInvoice, type SettlementRow } from "./store.ts";

/** How long a read waits for the chain, in milliseconds. */
const readLimitMs = 2_000;

/** Loads a settlement, brought up to date. While the chain may still record it, every call queries the chain. */
export async function refreshSettlement(
  parts: StepParts & Pick<Parts, "tenant" | "due">,
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
  parts: StepParts,
  invoiceId: string,
): Promise<TrackedSettlement | null> {
  const current = await findCurrentOfInvoice(parts.db, invoiceId);
  if (current === null) return null;
  const settlement = await loadTrackedSettlement(parts, current.id);
  if (!factsOf(settlement.status).mayBeRecorded) return settlement;
  return (await checkChain(parts, settlement))
    ? loadTrackedSettlement(parts, current.id)
    : settlement;
}

/** @returns whether the chain has decided; false when it does not answer in time */
async function checkChain(parts: StepParts, settlement: TrackedSettlement): Promise<boolean> {
  const stepping = step(parts, settlement, { ...neverSends, thorough: true });
  const stepped = await within(readLimitMs, stepping);
  return stepped !== "late" && stepped.isDecided;
}
