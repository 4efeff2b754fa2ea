import { expect, test } from "vitest";
import { soakIngest } from "./soak.ts";

test("loses and duplicates no event while the service and Postgres are killed", async () => {
  const { problems, counts } = await soakIngest({
    seed: 1,
    kills: 6,
    postgresKills: 3,
    processes: 2,
    callers: 16,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
