import { expect, it } from "vitest";
import { testKey, useService } from "../harness/service.ts";

const service = useService();

it("reads at most 100,000 lines, and says where it stopped", async () => {
  const response = await fetch(`${service().url}/api/v1/usage-events/batch`, {
    method: "POST",
    headers: { Authorization: `Bearer ${testKey}`, "Content-Type": "application/x-ndjson" },
    body: "{}\n".repeat(100_002),
  });

  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").slice(0, -1);
  const results = lines.map((line) => JSON.parse(line));
  expect(results).toHaveLength(100_001);
  expect(results.at(-2)).toEqual({
    status: 400,
    error: "serviceId is required.",
    code: "missing_parameter",
    param: "serviceId",
  });
  expect(results.at(-1)).toEqual({
    status: 413,
    error: "A body may have at most 100000 lines: from here on none was read.",
    code: "too_many_lines",
  });
});
