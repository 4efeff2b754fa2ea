import type { Parts } from "../parts.ts";
import { Driver } from "./driver.ts";
import { findUndecidedSettlements } from "./store.ts";

/**
 * The job's part: takes on every settlement that nobody waits for any more, in the order of nonces,
 * since a transaction that never reached the chain holds up all that come after it.
 */
export async function advanceSettlements(parts: Parts): Promise<void> {
  const abandoned = new Date(parts.clock.now().getTime() - parts.settlementTimeoutMs);
  const undecided = await findUndecidedSettlements(parts.db, parts.chain.chainId, abandoned);
  for (const settlement of undecided) {
    await new Driver(parts).step(settlement).catch((error: unknown) => {
      parts.log.error({ err: error, settlementId: settlement.id }, "settlement not advanced");
    });
  }
}
