import type { Collector } from "../chain/collector.ts";
import type { Parts } from "../parts.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { toTokenUnits } from "../shared/money.ts";
import { sumOfCaps } from "./store.ts";

/**
 * What a wallet has promised at most under the caps that it signed for a collector at other checkouts and
 * that have not ended, in token units. What was taken under them already is not subtracted: the allowance may be larger
 * than needed, never smaller.
 */
export async function promisedBy(
  { db, clock }: Parts,
  { chainId, contract }: Collector,
  { payer, checkoutSessionId }: { readonly payer: Hex; readonly checkoutSessionId: string },
): Promise<bigint> {
  const now = BigInt(Math.floor(clock.now().getTime() / 1_000));
  const sum = await sumOfCaps(db, {
    payer: payer.toLowerCase(),
    checkoutSessionId,
    chainId,
    contract: contract.toLowerCase(),
    now,
  });
  return sum === null ? 0n : toTokenUnits(sum);
}
