import { describe, expect, it } from "vitest";
import { testKey, useService } from "../harness/service.ts";

/* Bodies that are valid JSON, but expensive to process. */

const service = useService();

const json = { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" };
const tooDeep = "Request body must be nested at most 100 deep.";
const notAnObject = "Request body must be a JSON object.";
const nested = (open: string, close: string, depth: number, inner = "") =>
  open.repeat(depth) + inner + close.repeat(depth);
const keys = (of: (index: number) => string | number | bigint, count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${of(index)}":0`).join(",")}}`;

const bodies: readonly [what: string, body: string, error: string][] = [
  ["100,000 nested arrays", nested("[", "]", 100_000), tooDeep],
  ["100,000 unclosed arrays", "[".repeat(100_000), tooDeep],
  ["50 nested arrays", nested("[", "]", 50), notAnObject],
  ["100,000 nested objects", nested('{"name":', "}", 100_000, "0"), tooDeep],
  [
    "a field of 100,000 nested arrays",
    `{"name":"A","owner":${nested("[", "]", 100_000)}}`,
    tooDeep,
  ],
  ["an unknown field of 100,000 nested arrays", `{"x":${nested("[", "]", 100_000)}}`, tooDeep],
  ["a hundred thousand fields", keys((index) => `k${index}`, 90_000), "name is required."],
  ["fields with numbers as names", keys((index) => index * 4_099, 60_000), "name is required."],
  [
    "fields with large numbers as names",
    keys((index) => BigInt(index) << 40n, 45_000),
    "name is required.",
  ],
  [
    "one field a hundred thousand times",
    `{${'"name":"",'.repeat(100_000)}"name":""}`,
    "name is required.",
  ],
  ["a number of a million digits", `{"name":${"9".repeat(1_000_000)}}`, "name must be a string."],
  [
    "a fraction of a million digits",
    `{"name":0.${"3".repeat(1_000_000)}}`,
    "name must be a string.",
  ],
  [
    "a hundred thousand inexact numbers",
    `{"x":[${"1e-999,".repeat(100_000)}0]}`,
    "name is required.",
  ],
  [
    "a name of a million letters",
    `{"name":"${"a".repeat(1_000_000)}"}`,
    "name must be at most 200 characters.",
  ],
  [
    "a name of a hundred thousand escapes",
    `{"name":"${"\\u0061".repeat(100_000)}"}`,
    "name must be at most 200 characters.",
  ],
];

describe.each(["/api/v1/services", "/trpc/services.create"])("%s", (path) => {
  it.each(bodies)("answers %s with 400", async (_, body, error) => {
    for (const headers of [json, { ...json, "Idempotency-Key": "hostile" }]) {
      const answer = await fetch(service().url + path, { method: "POST", headers, body });

      expect(answer.status).toBe(400);
      expect(JSON.stringify(await answer.json())).toContain(error);
    }
  });
});

it("answers a query input that is nested too deeply with 400, and such a line with an error of its own", async () => {
  const input = encodeURIComponent(nested("[", "]", 2_000));
  const query = await fetch(`${service().url}/trpc/services.list?input=${input}`, {
    headers: json,
  });
  const lines = await fetch(`${service().url}/api/v1/usage-events/batch`, {
    method: "POST",
    headers: { ...json, "Content-Type": "application/x-ndjson" },
    body: `{"x":${nested("[", "]", 30_000)}}\n{}\n`,
  });

  expect(query.status).toBe(400);
  expect(JSON.stringify(await query.json())).toContain(tooDeep);
  expect(lines.status).toBe(200);
  expect((await lines.text()).match(/^\{"status":400,.*$/gm)).toHaveLength(2);
});
