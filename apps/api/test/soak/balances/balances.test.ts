import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakBalances } from "./soak.ts";

test("charges nothing twice, loses no charge and never passes zero while processes and Postgres are killed, clocks jump and top-ups are taken back", async () => {
  const { problems, counts } = await soakBalances({
    seed,
    debits: 2_000,
    kills: 5,
    postgresKills: 2,
    reorgs: 4,
    jumps: 8,
    processes: 2,
    callers: 3,
    holders: 3,
    payers: 2,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
