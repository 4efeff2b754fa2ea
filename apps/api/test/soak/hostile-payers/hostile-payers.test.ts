import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakHostilePayers } from "./soak.ts";

test("honest payers succeed at a bounded gas cost while hostile ones attack and processes are killed", async () => {
  const { problems, counts } = await soakHostilePayers({
    seed,
    payers: 6,
    strangers: 12,
    services: 2,
    kills: 2,
    processes: 3,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
