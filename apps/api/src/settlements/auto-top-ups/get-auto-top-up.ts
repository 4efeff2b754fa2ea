import { loadBalance } from "../../balances/load-balance.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  autoTopUpNotFound,
  BalanceId,
  balanceNotFound,
  OneAutoTopUp,
} from "../../schemas/balances.ts";
import { type AutoTopUpView, showAutoTopUp } from "./show-auto-top-up.ts";
import { findAutoTopUp } from "./store.ts";

export const getAutoTopUp = read("GET /balances/{balanceId}/auto-top-up", {
  name: "balances.autoTopUp",
  summary: "Get a balance's auto-top-up",
  description: "Returns its terms, and why it is stopped or paused if it is.",
  refusals: { balanceNotFound, autoTopUpNotFound },
  input: BalanceId,
  output: OneAutoTopUp,
  run: async (work, { balanceId }) => ({ autoTopUp: await loadAutoTopUp(work, balanceId) }),
});

/** @throws Refusal 404 when the tenant has no such balance, or it has no auto-top-up */
export async function loadAutoTopUp(
  parts: Pick<Parts, "db" | "tenant" | "due" | "times">,
  balanceId: string,
): Promise<AutoTopUpView> {
  const { id, serviceId } = await loadBalance(parts, balanceId);
  const autoTopUp = await findAutoTopUp(parts.db, id);
  if (autoTopUp === null) throw new Refusal(autoTopUpNotFound);
  return showAutoTopUp(parts, autoTopUp, serviceId);
}
