import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { soakRequests } from "./soak.ts";

test("every generated request through any door gets a documented response and leaves nothing behind", async () => {
  const { problems, counts } = await soakRequests({ seed, requests: 100 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
