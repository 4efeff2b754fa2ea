import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakIngest } from "./soak.ts";

test("loses and duplicates no event while the service and Postgres are killed", async () => {
  const { problems, counts } = await soakIngest({
    seed,
    kills: 6,
    postgresKills: 3,
    processes: 2,
    callers: 16,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
