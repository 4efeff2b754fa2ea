import type { Queryable } from "../../db/client.ts";

/** What attempts wait in line for, in the order in which one that needs several takes them. */
type Line = "session" | "payer" | "service";

/**
 * Keeps other attempts of the same session, payer or service waiting, in all processes, until the
 * transaction ends. Taken before any row is held, by attempts at checkout and nobody else.
 */
export async function holdTurn(tx: Queryable, line: Line, of: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`usance checkout ${line} ${of}`}, 0))`;
}
