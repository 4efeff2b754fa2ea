import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-collector.ts";
import { payments } from "../../harness/service.ts";
import { startProgram, usanceCommand } from "../../processes/program.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import { onStage, replicas, type Scenery } from "../stage.ts";
import { judgeBills } from "./judge.ts";
import type { YearOptions } from "./options.ts";
import { cancelSome, monthStart, openShop, post, useForAMonth } from "./sell.ts";

/** The biller waits for an hour after a month. */
const graceMs = 3_600_000;
const { address: operator, privateKey } = publicDevAccount;

/**
 * Runs subscriptions with generated rate cards through months on a test clock. Each month, billers are killed while
 * they bill, two at a time, and then two bill the rest concurrently. Some subscribers have signed spending caps, under
 * which their bills are collected. At the end the bills are compared with a second implementation, and the wallets
 * with the bills.
 */
export function soakYear(options: YearOptions): Promise<SoakResult> {
  const { seed, months, kills } = options;
  const setting = {
    seed,
    cast: async ({ rpcUrl, contract: registry }: Scenery) => {
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator });
      return replicas(2, { environment: payments });
    },
  };
  return onStage(setting, async ({ urls, random, problem, rpcUrl }) => {
    const [url = "", other = ""] = urls;
    const to = { url, key: apiKey };
    const { serviceId, testClockId, sold } = await openShop({ ...to, rpcUrl }, options);
    for (let month = 0; month < months; month += 1) {
      await useForAMonth(to, sold, month, random);
      await cancelSome(to, sold, month, random);
      const end = new Date(monthStart(month + 1).getTime() + graceMs);
      await advance(to, testClockId, end);
      await bill([url, other], serviceId, { kills, random, problem });
    }
    const counts = await judgeBills(to, sold, months, problem);
    return [["months", String(months)], ["billers killed", String(kills * months)], ...counts];
  });
}

async function advance(to: { url: string; key: string }, id: string, end: Date): Promise<void> {
  const { testClock } = await post(to, `/test-clocks/${id}/advance`, { to: end.toISOString() });
  if (testClock.status !== "READY") throw new Error("The clock has not arrived within a call.");
}

async function bill(
  [url, other]: readonly [string, string],
  serviceId: string,
  { kills, random, problem }: { kills: number; random: Random; problem: (what: string) => void },
): Promise<void> {
  const run = (at: string) =>
    startProgram(
      usanceCommand(["biller", "run", "--once", "--least", "0", "--service", serviceId]),
      { USANCE_URL: at, USANCE_API_KEY: apiKey },
      {},
    );
  await Promise.all(
    Array.from({ length: kills }, async (_, place) => {
      const biller = run(place % 2 === 0 ? url : other);
      await biller.printed(/USDC/).catch(() => undefined); // it may have nothing to bill
      await sleep(random.integer(0, 400));
      biller.signalGroup("SIGKILL");
      await biller.ended;
    }),
  );
  const last = [run(url), run(other)];
  for (const biller of last) {
    const code = await biller.ended;
    if (code !== 0) problem(`A biller ended with ${code}: ${biller.out()}${biller.err()}`);
  }
}
