import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { sql } from "../../../../test/harness/database.ts";
import { useService } from "../../../../test/harness/service.ts";
import { until } from "../../../../test/harness/until.ts";
import type { Followed, Message } from "../../../operation/ports/event-feed.ts";
import { EventFeed } from "./event-feed.ts";

const service = useService();
const all = { tenant: null };

/** A feed of its own, which counts its statements. */
function aFeed() {
  const { db, clock, log } = service().parts;
  const seen = { statements: 0 };
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === "$queryRaw") seen.statements += 1;
      return Reflect.get(target, name);
    },
  });
  const feed = new EventFeed({ db: counting, clock, log });
  onTestFinished(() => feed.close());
  const follow = async (followed: Followed = all) => {
    const gone = new AbortController();
    const batches = await feed.follow(followed, { after: undefined, signal: gone.signal });
    return { batches: batches[Symbol.asyncIterator](), leave: () => gone.abort() };
  };
  return { seen, follow };
}

/** Stores test events. */
const store = (prefix: string, count: number, bytes: number) =>
  sql(
    service().databaseUrl,
    `INSERT INTO webhook_events (id, type, data, created_at)
     SELECT $1 || i, 'invoice.paid', json_build_object('invoice', repeat('x', ${bytes})), $2
       FROM generate_series(1, ${count}) AS i`,
    [prefix, service().clock.now()],
  );

it("reads once a second for all who follow, and nothing when nobody does", async () => {
  const { seen, follow } = aFeed();
  const streams = [await follow(), await follow(), await follow()];
  const begun = seen.statements;
  for (const { batches } of streams) await batches.next();
  await Promise.all(streams.map(({ batches }) => batches.next()));
  expect(seen.statements - begun).toBe(1);

  for (const { leave } of streams) leave();
  const before = seen.statements;
  await sleep(1_500);

  expect(seen.statements).toBe(before);
});

it("a stream that is not read in time ends, and keeps nothing; another one goes on", async () => {
  const { follow } = aFeed();
  const [slow, fast] = [await follow(), await follow()];
  await slow.batches.next();
  const ids: string[] = [];
  const reading = (async () => {
    for (;;) {
      const { value, done } = await fast.batches.next();
      if (done === true) return;
      ids.push(...(value as readonly Message[]).map(({ id }) => id));
    }
  })();

  await store("a", 400, 10_000);
  await until(() => ids.length === 400);

  expect(await slow.batches.next()).toEqual({ done: true, value: undefined });
  fast.leave();
  await reading;
});

it("ends the streams of whom too much happens to at once, and not those of others", async () => {
  const { follow } = aFeed();
  const [{ batches }, { batches: quiet }] = [await follow(), await follow({ tenant: "quiet" })];
  await batches.next();

  await store("b", 20_000, 1);

  await until(async () => (await batches.next()).done === true);
  expect(await quiet.next()).toEqual({ done: false, value: [] });
  expect(await quiet.next()).toEqual({ done: false, value: [] });
});
