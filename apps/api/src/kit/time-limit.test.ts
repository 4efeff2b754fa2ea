import { expect, test } from "vitest";
import { within } from "./time-limit.ts";

const hourMs = 3_600_000;

test("work that finishes before the limit returns its result", async () => {
  expect(await within(hourMs, Promise.resolve("done"))).toBe("done");
});

test("work that fails before the limit throws its error", async () => {
  const failure = new Error("no gas");
  await expect(within(hourMs, Promise.reject(failure))).rejects.toBe(failure);
});

test("work that never ends is late", async () => {
  expect(await within(1, new Promise(() => undefined))).toBe("late");
});

test("work that fails after the limit causes no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  const { promise, reject } = Promise.withResolvers<never>();
  expect(await within(1, promise)).toBe("late");
  reject(new Error("too late to matter"));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", listen);
  expect(unhandled).toEqual([]);
});

test("work that finishes in time leaves no timer", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await within(hourMs, Promise.resolve("done"));
  expect(timers()).toBe(before);
});
