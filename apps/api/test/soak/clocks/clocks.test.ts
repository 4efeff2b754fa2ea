import { expect, test } from "vitest";
import { soakClocks } from "./soak.ts";

test("loses and duplicates nothing while clocks jump forward and back and never agree", async () => {
  const { problems, counts } = await soakClocks({ seed: 1, jumps: 14, processes: 3, callers: 8 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
