import { expect, test } from "vitest";
import { fullTimeText, timeText, utcText } from "./times.ts";

const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("times are in English words with their day", () => {
  expect(plain(timeText("2026-01-31T12:00:00.000Z"))).toMatch(
    /^(Jan 31|Feb 1), 2026, \d+:\d\d [AP]M$/,
  );
  expect(plain(fullTimeText("2026-01-31T12:00:00.000Z"))).toMatch(
    /^(January 31|February 1), 2026 at \d+:\d\d:00 [AP]M \S+/,
  );
});

test("a time in UTC is the same in any time zone", () => {
  expect(utcText("2026-01-31T12:00:00.000Z")).toBe("2026-01-31 12:00:00 UTC");
  expect(utcText("2026-01-31T12:00:00.000+02:00")).toBe("2026-01-31 10:00:00 UTC");
});
