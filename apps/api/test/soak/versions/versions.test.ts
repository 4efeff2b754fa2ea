import { expect, test } from "vitest";
import { soakVersions } from "./soak.ts";

test("no call fails, and nothing is lost or doubled, while a new version takes an old one's place", async () => {
  const { problems, counts } = await soakVersions({
    seed: 1,
    from: null,
    processes: 2,
    callers: 8,
    pauseMs: 1_000,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 300_000);
