import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakFailover } from "./soak.ts";

test("loses and duplicates nothing while primaries are killed, standbys promoted, and standbys are away", async () => {
  const { problems, counts } = await soakFailover({
    seed,
    failovers: 2,
    losses: 1,
    callers: 8,
    settlers: 2,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
