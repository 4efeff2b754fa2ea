import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount } from "@usance/local-stack";
import { deployCollector } from "../../../src/cli/dev/deploy-contracts.ts";
import { testKey as apiKey, payments } from "../../harness/service.ts";
import { startProgram, usanceCommand } from "../../processes/program.ts";
import { type Soak, wholeNumber } from "../define-soak.ts";
import { onStage, replicas, type Scenery, type Stage, steadyPostgres } from "../stage.ts";
import { judgeBills } from "./judge.ts";
import { cancelSome, monthStart, openShop, post, useForAMonth } from "./sell.ts";

const options = {
  subscriptions: wholeNumber(200, 1, 10_000),
  /** How many of them have signed a spending cap, under which their bills are collected. */
  capped: wholeNumber(20, 0, 10_000),
  /** Plans, each with its own rate card. */
  kinds: wholeNumber(20, 1, 1_000),
  months: wholeNumber(24, 1, 24),
  /** Billers that are killed each month, before two bill the rest. */
  kills: wholeNumber(3, 0, 100),
};

/** The biller waits for an hour after a month. */
const graceMs = 3_600_000;
const { address: operator, privateKey } = publicDevAccount;

/**
 * Runs subscriptions with generated rate cards through months on a test clock. Each month, billers are killed while
 * they bill, two at a time, and then two bill the rest concurrently. Some subscribers have signed spending caps, under
 * which their bills are collected. At the end the bills are compared with a second implementation, and the wallets
 * with the bills.
 */
export const year: Soak<keyof typeof options> = {
  name: "year",
  summary: "Two years of usage on a test clock, billed by billers that are killed.",
  options,
  run: (given) => {
    const { months, kills } = given;
    const members = async ({ rpcUrl, contract: registry }: Scenery) => {
      await deployCollector(rpcUrl, { registry, admins: [privateKey], operator });
      return replicas(2, payments);
    };
    const setting = { seed: given.seed, database: steadyPostgres, members };
    return onStage(setting, async ({ processes, random, problem, rpcUrl, to }) => {
      const urls = processes.map(({ url }) => url ?? "");
      const { serviceId, testClockId, sold } = await openShop({ ...to, rpcUrl }, given);
      for (let month = 0; month < months; month += 1) {
        await useForAMonth(to, sold, month, random);
        await cancelSome(to, sold, month, random);
        await advance(to, testClockId, new Date(monthStart(month + 1).getTime() + graceMs));
        await bill(urls, serviceId, { kills, random, problem });
      }
      const counts = await judgeBills(to, sold, months, problem);
      return [["months", months], ["billers killed", kills * months], ...counts];
    });
  },
};

async function advance(to: Stage["to"], id: string, end: Date): Promise<void> {
  const { testClock } = await post(to, `/test-clocks/${id}/advance`, { to: end.toISOString() });
  if (testClock.status !== "READY") throw new Error("The clock has not arrived within a call.");
}

async function bill(
  [url = "", other = ""]: readonly string[],
  serviceId: string,
  { kills, random, problem }: { kills: number } & Pick<Stage, "random" | "problem">,
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
