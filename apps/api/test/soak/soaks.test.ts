import { expect, test } from "vitest";
import { seed } from "../harness/seed.ts";
import { agents } from "./agents/soak.ts";
import { balances } from "./balances/soak.ts";
import type { SoakResult } from "./define-soak.ts";
import { failover } from "./failover/soak.ts";
import { hostilePayers } from "./hostile-payers/soak.ts";
import { settlements } from "./settlements/soak.ts";
import { webhooks } from "./webhooks/soak.ts";
import { year } from "./year/soak.ts";

const bills = { subscriptions: 8, capped: 3, kinds: 4, months: 4, kills: 2 };

/** A short run of each soak, by what it shows. */
const shortRuns: Readonly<Record<string, () => Promise<SoakResult>>> = {
  "settles exactly once while processes are killed, the chain reorganizes and its node fails": () =>
    settlements.run({ seed, settlements: 30, kills: 6, reorgs: 4, rpcFaults: 0.3, processes: 3 }),
  "charges nothing twice, loses no charge and no event, and never passes zero while processes and Postgres are killed, clocks jump and top-ups are taken back":
    () =>
      balances.run({
        ...{ seed, debits: 2_000, kills: 5, postgresKills: 2, reorgs: 4, jumps: 8 },
        ...{ processes: 2, callers: 3, holders: 3, payers: 2, senders: 3 },
      }),
  "honest payers succeed at a bounded gas cost while hostile ones attack and processes are killed":
    () =>
      hostilePayers.run({ seed, payers: 6, strangers: 12, services: 2, kills: 2, processes: 3 }),
  "records every USDC that programs move once, and serves every payment once, while answers are lost and processes are killed":
    () => agents.run({ seed, agents: 6, calls: 4, sellers: 2, kills: 4, reorgs: 2, processes: 2 }),
  "delivers every event, signed and under one id, while senders are killed and the receiver fails":
    () => webhooks.run({ seed, events: 600, kills: 4, failures: 0.15, processes: 2 }),
  "loses and duplicates nothing while a new version replaces an old one, primaries are killed and standbys are away":
    () => failover.run({ seed, failovers: 2, losses: 1, callers: 8, settlers: 2 }),
  "bills every unit of usage once while billers are killed": () => year.run({ seed: 1, ...bills }),
  "bills every unit of usage once, with other cards": () => year.run({ seed: 2, ...bills }),
};

test.each(Object.entries(shortRuns))(
  "%s",
  async (_, run) => {
    const { problems, counts } = await run();

    expect(problems, JSON.stringify(counts)).toEqual([]);
  },
  900_000,
);
