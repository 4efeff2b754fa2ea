import { ChainUnavailable } from "../chain/settlement-chain.ts";
import { expireInvoice } from "../invoices/expire-invoice.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { within } from "../shared/time-limit.ts";
import { settlementNotFound } from "./errors.ts";
import { awaitsChain, resolve, type SentSettlement } from "./resolve-settlement.ts";
import { findSettlement, type SettlementRow } from "./store.ts";

/** How long a read waits for the chain, in milliseconds. */
const lookLimitMs = 2_000;

/** The settlement as of now: one that was sent is held against the chain on every read. */
export async function getSettlement(parts: Parts, id: string): Promise<SettlementRow> {
  const settlement = await find(parts, id);
  const decided = awaitsChain(settlement) && (await look(parts, settlement));
  const expired = await expireInvoice(parts, settlement.invoice);
  return decided || expired ? find(parts, id) : settlement;
}

async function find(parts: Parts, id: string): Promise<SettlementRow> {
  const settlement = await findSettlement(parts.db, id);
  if (settlement === null) throw new Refusal(settlementNotFound);
  return settlement;
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
