import type { InvoiceState } from "../../contract/states.ts";
import { inTransaction } from "../../db/client.ts";
import { sweep } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { findDueInvoices, moveInvoice } from "./store.ts";

const pageSize = 500;

interface Expiring {
  readonly id: string;
  readonly status: InvoiceState;
  readonly dueAt: Date | null;
}

/** Moves an invoice whose `dueAt` has passed unpaid to `EXPIRED`. @returns whether it was due */
export async function expireInvoice(
  parts: Pick<Parts, "db" | "clock">,
  invoice: Expiring,
): Promise<boolean> {
  const now = parts.clock.now();
  if (invoice.status !== "OPEN" || invoice.dueAt === null || invoice.dueAt > now) return false;
  await expire(parts, invoice.id, now);
  return true;
}

/** Every invoice of the tenant whose `dueAt` has passed, a bounded number at a time. */
export function expireDueInvoices(parts: Parts): Promise<void> {
  const now = parts.clock.now();
  return sweep(
    () => findDueInvoices(parts.db, parts.tenant, { by: "dueAt", now, limit: pageSize }),
    (id) => expire(parts, id, now),
    (error, id) => parts.log.error({ err: error, id }, "invoice not expired"),
  );
}

function expire(parts: Pick<Parts, "db">, id: string, now: Date): Promise<void> {
  return inTransaction(parts.db, async (tx) => {
    if (await moveInvoice(tx, id, "expire", { updatedAt: now })) {
      await announceInvoice(tx, "invoice.expired", id, now);
    }
  });
}
