import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakDatabase } from "./soak.ts";

test("loses and duplicates nothing while its database is disconnected, slow, silent, read-only and full", async () => {
  const { problems, counts } = await soakDatabase({
    seed,
    faults: 2,
    longest: 1_500,
    processes: 2,
    callers: 16,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
