import { expect, test } from "vitest";
import { soakRequests } from "../soak/requests/soak.ts";

test("whatever is sent to an operation, through any door, is answered as the document says, and nothing of it stays", async () => {
  const { problems, counts } = await soakRequests({ seed: 2, requests: 10 });

  expect(problems, JSON.stringify(counts)).toEqual([]);
}, 300_000);
