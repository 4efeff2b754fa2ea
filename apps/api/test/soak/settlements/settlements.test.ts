import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakSettlements } from "./soak.ts";

test("settles exactly once while processes are killed, the chain reorganizes and its node fails", async () => {
  const { problems, counts } = await soakSettlements({
    seed,
    settlements: 30,
    kills: 6,
    reorgs: 4,
    rpcFaults: 0.3,
    processes: 3,
  });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
