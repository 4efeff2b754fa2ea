import { loadBalance } from "../balances/load-balance.ts";
import {
  autoTopUpNotFound,
  BalanceId,
  balanceNotFound,
  OneAutoTopUp,
} from "../contract/balances.ts";
import type { AutoTopUp } from "../db/generated/client.ts";
import { Refusal } from "../lib/refusal.ts";
import { read } from "../operation/define.ts";
import type { Parts } from "../ports/parts.ts";
import { findAutoTopUp } from "./store.ts";

export { findAutoTopUps } from "./store.ts";

export const getAutoTopUp = read("GET /balances/{balanceId}/auto-top-up", {
  name: "balances.autoTopUp",
  summary: "Get a balance's auto-top-up",
  description: "Returns its terms, and why it stopped if it did.",
  refusals: { balanceNotFound, autoTopUpNotFound },
  input: BalanceId,
  output: OneAutoTopUp,
  run: async (work, { balanceId }) => ({ autoTopUp: await loadAutoTopUp(work, balanceId) }),
});

/** An auto-top-up with the service of its balance. */
type AutoTopUpView = AutoTopUp & { readonly serviceId: string };

/** @throws Refusal 404 when the tenant has no such balance, or it has no auto-top-up */
export async function loadAutoTopUp(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  balanceId: string,
): Promise<AutoTopUpView> {
  const { id, serviceId } = await loadBalance(parts, balanceId);
  const autoTopUp = await findAutoTopUp(parts.db, id);
  if (autoTopUp === null) throw new Refusal(autoTopUpNotFound);
  return { ...autoTopUp, serviceId };
}
