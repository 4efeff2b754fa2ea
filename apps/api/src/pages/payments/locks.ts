import type { Queryable } from "../../db/client.ts";

/** What payments queue for. A payment that needs several takes them in this order. */
type Line = "invoice" | "payer" | "service";

/**
 * Makes other payments of the same invoice, payer or service wait, in all processes, until the transaction ends.
 * Only payments that a wallet signs take these locks, before any row lock.
 */
export async function holdTurn(tx: Queryable, line: Line, of: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`usance payment ${line} ${of}`}, 0))`;
}
