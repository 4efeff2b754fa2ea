import type { Queryable } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, uniqueFieldsTaken } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { type Collecting, newSettlement, type SettlementInput } from "./create-settlement.ts";
import { refuseSettlement } from "./fail-settlement.ts";
import { findLiveSettlement, insertSettlement } from "./store.ts";

/** A payment at checkout that was proven: the chain would take it now. */
export interface Attempt {
  readonly settlement: SettlementInput;
  readonly collecting: Collecting;
  /** What was typed on the page; null where the session says who subscribes. */
  readonly payer: { readonly email: string; readonly name: string | undefined } | null;
}

/**
 * Takes an attempt on, in a transaction that holds its invoice. It names no payer, and so is shown to no
 * caller, until it is confirmed.
 *
 * @param gasAtRisk what it may burn though its simulation passed; null: nothing is set aside for it
 */
export async function takeOnAttempt(
  tx: Queryable,
  invoice: Invoice,
  { settlement, collecting, payer }: Attempt,
  gasAtRisk: bigint | null,
  now: Date,
): Promise<void> {
  const taken = await insertSettlement(tx, {
    ...newSettlement(newId(), { ...settlement, collecting: () => collecting }, invoice, now),
    payerId: null,
    payerKey: settlement.payerAddress.toLowerCase(),
    gasAtRisk,
    payerEmail: payer?.email ?? null,
    payerName: payer?.name ?? null,
  });
  if (!taken) throw new Refusal(uniqueFieldsTaken);
}

/** What keeps an invoice from being paid otherwise. An attempt that has reverted does not: it is only watched. */
export async function findUnderWay(tx: Queryable, invoiceId: string): Promise<Settlement | null> {
  const live = await findLiveSettlement(tx, invoiceId);
  return live === null || (live.status === "REVERTED" && live.payerKey !== null) ? null : live;
}

/** Whether an attempt can still be given up: it is in no transaction. */
export const isUnsent = ({ status, payerKey }: Settlement) =>
  status === "PENDING" && payerKey !== null;

/** Gives up an attempt that is in no transaction, in one that holds its invoice. */
export function displaceAttempt(
  parts: Parts,
  tx: Queryable,
  { id }: Settlement,
  why: string,
): Promise<void> {
  return refuseSettlement({ ...parts, db: tx }, id, why);
}
