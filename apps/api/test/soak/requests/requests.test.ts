import { expect, test } from "vitest";
import { soakRequests } from "./soak.ts";

test("every generated request through any door gets a documented response and leaves nothing behind", async () => {
  const { problems, counts } = await soakRequests({ seed: 1, requests: 100 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 900_000);
