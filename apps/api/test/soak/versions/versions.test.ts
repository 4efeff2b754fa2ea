import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakVersions } from "./soak.ts";

test("fails no call, and loses or duplicates nothing, while a new version replaces an old one", async () => {
  const { problems, counts } = await soakVersions({
    seed,
    processes: 2,
    callers: 8,
    pauseMs: 1_000,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
