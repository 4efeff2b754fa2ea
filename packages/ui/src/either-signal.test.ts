import { expect, test } from "vitest";
import { eitherSignal } from "./either-signal.ts";

test("a signal of two aborts with the first of them, for its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const either = eitherSignal(one.signal, other.signal);
  expect(either.aborted).toBe(false);

  other.abort("late");
  one.abort("left");
  expect(either.reason).toBe("late");
  expect(eitherSignal(one.signal, new AbortController().signal).reason).toBe("left");
});
