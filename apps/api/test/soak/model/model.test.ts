import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakModel } from "./soak.ts";

test("concurrent callers get the responses of the model in some order", async () => {
  const { problems, counts } = await soakModel({
    seed,
    runs: 300,
    commands: 50,
    lanes: 2,
    path: null,
    replayPath: null,
  });

  expect(problems.join("\n"), JSON.stringify(counts)).toBe("");
}, 1_800_000);
