import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newSubscriber } from "../../processes/calls.ts";
import { addressOf } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import { onStage, replicas, type Scenery } from "../stage.ts";
import { aPlan, judgeTrade, startCallers, toldOfTrade, tradeCounts } from "../trade.ts";
import type { ClocksOptions } from "./options.ts";
import { type ShiftedClock, shiftedClock } from "./shifted-clock.ts";

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** The offset of a clock after a jump, in milliseconds: mostly realistic, sometimes absurd. */
const jumps = {
  right: () => 0,
  seconds: (random: Random) => random.integer(-90, 90) * second,
  hours: (random: Random) => random.integer(-26, 26) * hour,
  "a month": (random: Random) => random.integer(-5, 40) * day,
};
const weights = { right: 3, seconds: 4, hours: 3, "a month": 2 } as const;

/**
 * Sells to subscribers of a monthly plan through processes whose clocks jump forward and back and never agree, some
 * while they run and some before a restart. Then compares what callers were told with the stored records.
 */
export function soakClocks(options: ClocksOptions): Promise<SoakResult> {
  const clocks = new Map<string, ShiftedClock>();
  const setting = {
    seed: options.seed,
    cast: ({ folder }: Scenery) =>
      replicas(options.processes).map(({ name }) => {
        const clock = shiftedClock(join(folder, `${name}.clock`));
        clocks.set(name, clock);
        return { name, environment: clock.environment };
      }),
    now: () => new Date(Date.now() + 41 * day),
  };
  return onStage(setting, async ({ database, processes, problem, random, urls }) => {
    // A process that restarts gives no response, but no response may be a failure.
    const told = toldOfTrade(problem, (what, how) => {
      if (typeof how === "number") problem(what);
    });
    const to = { url: urls[0] ?? "", key: apiKey };
    const monthly = {
      pricingType: "FIXED_RECURRING",
      billingInterval: "MONTH",
      amount: "0.625",
    };
    const plan = await aPlan(database, told, () => newSubscriber(to, monthly));
    const callers = startCallers(options.callers, random, (draws) => ({
      address: () => addressOf(processes, draws),
      plan,
      told,
    }));
    for (let jump = 0; jump < options.jumps; jump += 1) {
      const process = random.oneOf(processes);
      clocks.get(process.name)?.setOff(jumps[random.weighted(weights)](random));
      if (random.chance(0.3)) await process.stopAndStart(); // runs the jobs at its own time
      await sleep(random.integer(0, 1_000));
    }
    await callers.stop();
    await judgeTrade(database, told, ["invoices"]); // renewals also create invoices
    const { rows } = await database.query<{ count: string }>(
      "SELECT count(*) FROM webhook_events WHERE type = 'subscription.renewed'",
    );
    return [
      ["jumps", String(options.jumps)],
      ["renewals", rows[0]?.count ?? ""],
      ...tradeCounts(told),
    ];
  });
}
