import { expect, test } from "vitest";
import { soakRequests } from "../soak/requests/soak.ts";

test("every generated request through any door gets a documented response and leaves nothing behind", async () => {
  const { problems, counts } = await soakRequests({ seed: 2, requests: 10 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 300_000);
