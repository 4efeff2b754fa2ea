import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakWebhooks } from "./soak.ts";

test("delivers every event, signed and under one id, while senders are killed and the receiver fails", async () => {
  const { problems, counts } = await soakWebhooks({
    seed,
    events: 600,
    kills: 4,
    failures: 0.15,
    processes: 2,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
