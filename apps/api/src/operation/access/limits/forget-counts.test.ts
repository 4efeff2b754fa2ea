import { expect, it } from "vitest";
import { useService } from "../../../../test/harness/service.ts";
import { forgetOldCounts } from "./forget-counts.ts";

const service = useService();

it("deletes the counts of past minutes only", async () => {
  const { db, clock } = service().parts;
  const now = clock.now().getTime();
  await db.rateLimit.createMany({
    data: [
      { key: "key:over", points: 1, expire: now - 1 },
      { key: "key:under-way", points: 2, expire: now + 60_000 },
    ],
  });

  await forgetOldCounts(service().parts);

  expect(await db.rateLimit.findMany({ select: { key: true } })).toEqual([
    { key: "key:under-way" },
  ]);
});
