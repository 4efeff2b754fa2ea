import { Pool } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { TestClock } from "../../../../test/harness/test-clock.ts";
import { openLog } from "../../../kit/log/open-log.ts";
import { openLimit } from "./limit.ts";

it("counts in the process and warns once while the database is unavailable", async () => {
  const pool = new Pool({ host: "127.0.0.1", port: 1 });
  onTestFinished(() => pool.end());
  const warnings: string[] = [];
  const log = openLog({ level: "warn", secrets: [], write: (line) => warnings.push(line) });
  const clock = new TestClock();
  const limit = openLimit({ kind: "key", perMinute: 3, pool, clock, log });

  const counts = [await limit("a", 1), await limit("a", 1)];
  clock.advance(60);
  counts.push(await limit("a", 1), await limit("a", 1));

  expect(counts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
  expect(counts.map(({ exceeded }) => exceeded)).toEqual([false, false, false, true]);
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
    {
      limit: "key",
      msg: "the database cannot count calls for rate limits: this process counts alone",
    },
  ]);
});
