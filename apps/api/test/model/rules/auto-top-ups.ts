import { type Expected, Fields, type ModelCall, newIdIn, Refused } from "../model-call.ts";
import { showAutoTopUp } from "../views.ts";
import { type AutoTopUp, known, type World } from "../world.ts";
import { namedBalance } from "./balances.ts";
import { balanceAsOfNow } from "./ledger.ts";

const shown = (world: World, autoTopUp: AutoTopUp): Expected => ({
  status: 200,
  body: { autoTopUp: showAutoTopUp(world, autoTopUp) },
});

export function setAutoTopUp(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const below = fields.decimal("below");
  const amount = fields.positiveDecimal("amount");
  const perDayAtMost = fields.positiveDecimal("perDayAtMost");
  if (perDayAtMost < amount) throw new Refused(400, "perDayAtMost must be at least amount.");
  const { id: balanceId } = namedBalance(call);
  const before = world.autoTopUps.get(balanceId);
  const autoTopUp: AutoTopUp = {
    id: before?.id ?? newIdIn(call, "autoTopUp"),
    ...{ balanceId, status: "ACTIVE", below, amount, perDayAtMost, stoppedReason: null },
    createdAt: before?.createdAt ?? world.now,
    updatedAt: world.now,
  };
  world.autoTopUps.set(balanceId, autoTopUp);
  return shown(world, autoTopUp);
}

function named(call: ModelCall): AutoTopUp {
  const autoTopUp = call.world.autoTopUps.get(namedBalance(call).id);
  if (autoTopUp === undefined) throw new Refused(404, "Balance has no auto-top-up.");
  return autoTopUp;
}

export const getAutoTopUp = (call: ModelCall): Expected => shown(call.world, named(call));

export function removeAutoTopUp(call: ModelCall): Expected {
  const autoTopUp = named(call);
  const answer = shown(call.world, autoTopUp);
  call.world.autoTopUps.delete(autoTopUp.balanceId);
  return answer;
}

/** In the model nobody has signed a spending cap, so a low balance stops its automatic top-ups. */
export function topUpBalances(world: World): void {
  for (const autoTopUp of [...world.autoTopUps.values()]) {
    const { balanceId, status, below } = autoTopUp;
    if (status !== "ACTIVE" || known(world.balances, balanceId).available >= below) continue;
    if (balanceAsOfNow(world, balanceId).available >= below) continue;
    world.autoTopUps.set(balanceId, {
      ...autoTopUp,
      status: "STOPPED",
      stoppedReason: "There is no spending limit that can be used.",
      updatedAt: world.now,
    });
  }
}
