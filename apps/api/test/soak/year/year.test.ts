import { expect, test } from "vitest";
import { soakYear } from "./soak.ts";

test.each([1, 2])(
  "bills every unit of usage once while billers are killed, with seed %i",
  async (seed) => {
    const { problems, counts } = await soakYear({
      seed,
      subscriptions: 8,
      capped: 3,
      kinds: 4,
      months: 4,
      kills: 2,
    });

    expect(problems, JSON.stringify(counts)).toEqual([]);
  },
  300_000,
);
