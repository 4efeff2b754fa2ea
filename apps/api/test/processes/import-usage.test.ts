import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { runUsance } from "./entry.ts";

const service = useService();
const story = new Story(restDoor, service);

it("`usance usage import` that is killed again and again records every event once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "usance-import-"));
  const { id, serviceId, userId } = await story.aSubscription();
  const count = 5_000;
  const file = join(folder, "events.csv");
  const rows = Array.from(
    { length: count },
    (_, place) => `${serviceId},${id},${userId},k${place},0.1`,
  );
  await writeFile(file, ["serviceId,subscriptionId,userId,eventKey,quantity", ...rows].join("\n"));
  const start = () =>
    runUsance(["usage", "import", file, "--batch", "20", "--json"], {
      USANCE_URL: service().url,
      USANCE_API_KEY: testKey,
    });
  const outcomes = async () =>
    (await readFile(`${file}.outcomes.ndjson`, "utf8").catch(() => "")).split("\n").length - 2;

  for (let before = 0, kills = 0; kills < 4; kills += 1) {
    const run = start();
    while ((await outcomes()) <= before) await sleep(5);
    run.signalGroup("SIGKILL");
    await run.ended;
    before = await outcomes();
    expect(before).toBeLessThan(count);
  }
  const last = start();
  expect(await last.ended, last.err()).toBe(0);

  const result = JSON.parse(last.out());
  expect(result.recorded + result.alreadyRecorded).toBe(count);
  expect(result).toMatchObject({ refused: 0, isComplete: true });
  expect(await outcomes()).toBe(count);
  const { summary } = await story.done("usageEvents.summary", { subscriptionId: id });
  expect(summary).toMatchObject({ quantity: "500.000000", count });
  await rm(folder, { recursive: true });
});
