import { expect, test } from "vitest";
import { keepTrying } from "./keep-trying.ts";

test("an event that cannot be delivered is retried with growing pauses until it is", async () => {
  const waits: (number | null)[] = [];
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const send = keepTrying<string>(async (_, next) => {
    waits.push(next);
    if (waits.length < 3) return false;
    resolve();
    return true;
  });

  await send("event");
  await arrived;

  expect(waits).toEqual([1, 2, 4]);
});

test("with a thousand events waiting, the next one is tried once", async () => {
  const waits: (number | null)[] = [];
  let up = false;
  const send = keepTrying<number>(async (_, next) => {
    if (!up) waits.push(next);
    return up;
  });

  for (let sent = 0; sent <= 1_000; sent += 1) await send(sent);
  up = true;

  expect(waits.filter((next) => next === null)).toHaveLength(1);
  expect(waits.at(-1)).toBeNull();
});
