import type { InTransaction } from "../../db/client.ts";
import { announceSubscription } from "../../subscriptions/announce-subscription.ts";
import { markRevoked } from "./store.ts";

/**
 * Revokes a subscription's cap here, with its event: nothing more is collected under it. The contract would still accept
 * it, until the wallet revokes it there too.
 *
 * @returns false when the cap is revoked already, or was replaced
 */
export async function revokeSpendingCap(
  { tx, now }: InTransaction,
  { id }: { readonly id: string },
  subscriptionId: string,
): Promise<boolean> {
  if (!(await markRevoked(tx, id, now))) return false;
  await announceSubscription({ tx, now }, "subscription.cap_revoked", subscriptionId);
  return true;
}
