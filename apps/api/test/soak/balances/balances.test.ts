import { expect, test } from "vitest";
import { soakBalances } from "./soak.ts";

test("charges nothing twice, loses no charge and never passes zero while the service and Postgres are killed", async () => {
  const { problems, counts } = await soakBalances({
    seed: 1,
    kills: 6,
    postgresKills: 3,
    processes: 2,
    callers: 4,
    holders: 4,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 300_000);
