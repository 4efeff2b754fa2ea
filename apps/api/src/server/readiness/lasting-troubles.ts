import type { Parts } from "../../operation/ports/parts.ts";
import { findLastingTroubles } from "../../settlements/chain-checks.ts";

/** How long checks of a record fail before that is reported, in milliseconds. */
const patienceMs = 5 * 60_000;

/**
 * Reports settlements and refunds that the chain has not answered about for a while although the service works on them,
 * for example because the node refuses to search its logs. The service keeps trying.
 *
 * @returns one sentence for each kind of record
 */
export async function lastingTroubles({ db, clock }: Parts): Promise<readonly string[]> {
  const before = new Date(clock.now().getTime() - patienceMs);
  const troubles = await findLastingTroubles(db, before);
  return troubles.map(({ what, count, since, trouble }) => {
    const records = count === 1 ? `1 ${what} has` : `${count} ${what}s have`;
    return `${records} not been checked on the chain since ${since.toISOString()}. ${trouble}`;
  });
}
