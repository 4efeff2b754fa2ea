import type { UsanceEvent } from "@usance/sdk";
import { expect, test } from "vitest";
import type { ListEvents } from "./list-events.ts";
import { newEvents } from "./new-events.ts";

const start = Date.parse("2026-01-31T12:00:00.000Z");

test("events at the start are not new", async () => {
  const { happen, list } = service();
  happen("old", 0);

  const read = await newEvents(list);
  expect(await read()).toEqual([]);
  happen("new", 1_000);

  expect(ids(await read())).toEqual(["new"]);
  expect(await read()).toEqual([]);
});

test("the first event after an empty list is new", async () => {
  const { happen, list } = service();
  const read = await newEvents(list);
  expect(await read()).toEqual([]);

  happen("first", 0);

  expect(ids(await read())).toEqual(["first"]);
  expect(await read()).toEqual([]);
});

test("an event that becomes visible late is new once, although it was created before known ones", async () => {
  const { happen, list } = service();
  happen("known", 60_000);
  const read = await newEvents(list);
  happen("next", 61_000);
  expect(ids(await read())).toEqual(["next"]);

  happen("late", 35_000);
  happen("same", 61_000);

  expect(ids(await read())).toEqual(["late", "same"]);
  expect(await read()).toEqual([]);
});

test("more than a page of events are all new, oldest first", async () => {
  const { happen, list } = service();
  happen("old", 0);
  const read = await newEvents(list);
  const names = Array.from({ length: 250 }, (_, index) => `event${index}`);

  for (const [index, name] of names.entries()) happen(name, 1_000 * index);

  expect(ids(await read())).toEqual(names);
  expect(await read()).toEqual([]);
});

test("a read that fails on its second page reports nothing", async () => {
  const { happen, list } = service();
  let broken = true;
  const read = await newEvents(async function* (query) {
    let shown = 0;
    for await (const event of list(query)) {
      if (broken && shown === query.limit) throw new Error("away");
      shown += 1;
      yield event;
    }
  });
  const names = Array.from({ length: 150 }, (_, index) => `event${index}`);
  for (const [index, name] of names.entries()) happen(name, 1_000 * index);

  await expect(read()).rejects.toThrow("away");
  broken = false;

  expect(ids(await read())).toEqual(names);
});

/** A service that shows its events as GET /events does. */
function service(): { happen: (id: string, afterMs: number) => void; list: ListEvents } {
  const events: UsanceEvent[] = [];
  return {
    happen: (id, afterMs) => {
      const createdAt = new Date(start + afterMs).toISOString();
      events.push({ id, createdAt, type: "invoice.paid" } as UsanceEvent);
    },
    list: async function* ({ from }) {
      const place = ({ createdAt, id }: UsanceEvent) => `${createdAt} ${id}`;
      yield* events
        .filter((event) => event.createdAt >= (from ?? ""))
        .sort((one, other) => (place(one) < place(other) ? 1 : -1));
    },
  };
}

const ids = (events: readonly UsanceEvent[]) => events.map(({ id }) => id);
