import { expect, test } from "vitest";
import { soakModel } from "./soak.ts";

test("concurrent callers get the responses of the model in some order", async () => {
  const { problems, counts } = await soakModel({
    seed: 1, // `usance soak model` uses a new seed each time
    runs: 300,
    commands: 50,
    lanes: 2,
    path: null,
    replayPath: null,
  });

  expect(problems.join("\n"), JSON.stringify(counts)).toBe("");
}, 1_800_000);
