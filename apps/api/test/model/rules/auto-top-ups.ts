import { type Expected, Fields, newIdIn, Refused, type Turn } from "../turn.ts";
import { showAutoTopUp } from "../views.ts";
import type { AutoTopUp, World } from "../world.ts";
import { known } from "../world.ts";
import { namedBalance } from "./balances.ts";
import { balanceAsOfNow } from "./ledger.ts";

const shown = (world: World, autoTopUp: AutoTopUp): Expected => ({
  status: 200,
  body: { autoTopUp: showAutoTopUp(world, autoTopUp) },
});

export function setAutoTopUp(turn: Turn): Expected {
  const { world, input } = turn;
  const fields = new Fields(input);
  const below = fields.decimal("below");
  const amount = fields.positiveDecimal("amount");
  const perDayAtMost = fields.positiveDecimal("perDayAtMost");
  if (perDayAtMost < amount) throw new Refused(400, "perDayAtMost must be at least amount.");
  const { id: balanceId } = namedBalance(turn);
  const before = world.autoTopUps.get(balanceId);
  const autoTopUp: AutoTopUp = {
    id: before?.id ?? newIdIn(turn, "autoTopUp"),
    ...{ balanceId, status: "ACTIVE", below, amount, perDayAtMost, stoppedReason: null },
    createdAt: before?.createdAt ?? world.now,
    updatedAt: world.now,
  };
  world.autoTopUps.set(balanceId, autoTopUp);
  return shown(world, autoTopUp);
}

function named(turn: Turn): AutoTopUp {
  const autoTopUp = turn.world.autoTopUps.get(namedBalance(turn).id);
  if (autoTopUp === undefined) throw new Refused(404, "Balance has no auto-top-up.");
  return autoTopUp;
}

export const getAutoTopUp = (turn: Turn): Expected => shown(turn.world, named(turn));

export function removeAutoTopUp(turn: Turn): Expected {
  const autoTopUp = named(turn);
  const answer = shown(turn.world, autoTopUp);
  turn.world.autoTopUps.delete(autoTopUp.balanceId);
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
      stoppedReason: "There is no spending cap that can be used.",
      updatedAt: world.now,
    });
  }
}
