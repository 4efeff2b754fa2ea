import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakRefunds } from "./soak.ts";

test("each refund is recorded once while processes are killed and the chain is reorganized", async () => {
  const { problems, counts } = await soakRefunds({
    seed,
    refunds: 6,
    kills: 6,
    reorgs: 4,
    processes: 2,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
