import { ChainUnavailable } from "../chain/settlement-chain.ts";
import { expireInvoice } from "../invoices/expire-invoice.ts";
import type { Parts } from "../parts.ts";
import { within } from "../shared/time-limit.ts";
import { loadSettlement } from "./load-settlement.ts";
import { awaitsChain, resolve, type SentSettlement } from "./resolve-settlement.ts";
import type { SettlementRow } from "./store.ts";

/** How long a read waits for the chain, in milliseconds. */
const lookLimitMs = 2_000;

/** The settlement as of now: one that was sent is held against the chain on every read. */
export async function getSettlement(parts: Parts, id: string): Promise<SettlementRow> {
  const settlement = await loadSettlement(parts, id);
  const decided = awaitsChain(parts, settlement) && (await look(parts, settlement));
  const expired = await expireInvoice(parts, settlement.invoice);
  return decided || expired ? loadSettlement(parts, id) : settlement;
}

/** @returns whether the chain has decided; a chain that does not answer in time has not */
async function look(parts: Parts, settlement: SentSettlement): Promise<boolean> {
  try {
    return (await within(lookLimitMs, resolve(parts, settlement))) === true;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    parts.log.warn({ settlementId: settlement.id, reason: error.message }, "chain unavailable");
    return false;
  }
}
