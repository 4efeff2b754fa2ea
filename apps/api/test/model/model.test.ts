import { expect, test } from "vitest";
import { soakModel } from "../soak/model/soak.ts";

test("concurrent callers get the responses of the model in some order", async () => {
  const { problems, counts } = await soakModel({
    seed: 1, // the first runs of the long test (test/soak/model)
    runs: 20,
    commands: 50,
    lanes: 2,
    path: null,
    replayPath: null,
  });

  expect(problems.join("\n"), JSON.stringify(counts)).toBe("");
}, 300_000);
