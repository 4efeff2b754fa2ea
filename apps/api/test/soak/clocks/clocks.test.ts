import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakClocks } from "./soak.ts";

test("loses and duplicates nothing while clocks jump forward and back and never agree", async () => {
  const { problems, counts } = await soakClocks({ seed, jumps: 14, processes: 3, callers: 8 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
