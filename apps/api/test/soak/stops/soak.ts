import { setTimeout as sleep } from "node:timers/promises";
import { newSubscriber } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { onStage, replicas } from "../stage.ts";
import { aPlan, judgeTrade, startCallers, toldOfTrade, tradeCounts } from "../trade.ts";
import { balancerOf } from "./balancer.ts";
import type { StopsOptions } from "./options.ts";

/**
 * Stops processes by SIGTERM while callers sell through a load balancer that checks `/ready`. No request may be
 * cut, refused or answered with a 500.
 */
export function soakStops(options: StopsOptions): Promise<SoakResult> {
  const setting = {
    seed: options.seed,
    cast: () => replicas(options.processes, { environment: { SHUTDOWN_NOTICE_MS: "3000" } }),
  };
  return onStage(setting, async ({ database, processes, problem, random, urls }) => {
    const balancer = balancerOf(processes);
    const told = toldOfTrade(problem, problem);
    try {
      const to = { url: urls[0] ?? "", key: apiKey };
      const plan = await aPlan(database, told, () => newSubscriber(to));
      await balancer.allReady();
      const callers = startCallers(options.callers, random, (draws) => ({
        address: () => balancer.address(draws),
        plan,
        told,
      }));
      for (let stop = 0; stop < options.stops; stop += 1) {
        await sleep(random.integer(0, 1_000));
        await random.oneOf(processes).stopAndStart();
        await balancer.allReady();
      }
      await callers.stop();
    } finally {
      balancer.stop();
    }
    await judgeTrade(database, told);
    return [["SIGTERMs", String(options.stops)], ...tradeCounts(told)];
  });
}
