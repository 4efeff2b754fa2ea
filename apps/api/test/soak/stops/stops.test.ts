import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakStops } from "./soak.ts";

test("fails no request while processes are stopped and started under load", async () => {
  const { problems, counts } = await soakStops({ seed, stops: 10, processes: 2, callers: 16 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
