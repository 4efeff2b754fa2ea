import { expect, test } from "vitest";
import { keepTrying } from "./keep-trying.ts";

test("an event that cannot be delivered is retried with growing pauses until it is", async () => {
  const waits: (number | null)[] = [];
  const pauses: number[] = [];
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const send = keepTrying<string>(
    async (_, next) => {
      waits.push(next);
      if (waits.length < 8) return false;
      resolve();
      return true;
    },
    async (ms) => void pauses.push(ms / 1_000),
  );

  await send("event");
  await arrived;

  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  expect(pauses).toEqual(waits.slice(0, -1));
});

test("with a thousand events waiting, the next one is tried once", async () => {
  const waits: (number | null)[] = [];
  const { promise: paused, resolve: goOn } = Promise.withResolvers<void>();
  let up = false;
  const send = keepTrying<number>(
    async (_, next) => {
      if (!up) waits.push(next);
      return up;
    },
    () => paused,
  );

  for (let sent = 0; sent <= 1_000; sent += 1) await send(sent);
  up = true;
  goOn();

  expect(waits.filter((next) => next === null)).toHaveLength(1);
  expect(waits.at(-1)).toBeNull();
});
