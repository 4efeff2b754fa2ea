import { expect, it, test } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { usance } from "../../../test/harness/usance.ts";
import { laterBy } from "./clock.ts";

const service = useService();

const clock = (...words: string[]) =>
  usance(["clock", ...words], { USANCE_URL: service().url, USANCE_API_KEY: testKey });

/** What a command prints with `--json`. */
const answerTo = async (...words: string[]) => {
  const { code, lines, notes } = await clock(...words, "--json");
  expect({ code, notes }).toEqual({ code: 0, notes: [] });
  expect(lines).toHaveLength(1);
  return JSON.parse(lines.join());
};

it("with --json create, advance and list print test clocks as the API shows them", async () => {
  const now = "2027-01-31T00:00:00.000Z";
  const created = await answerTo("create", "--now", now, "--name", "renewals");
  const { id } = created.testClock;
  const advanced = await answerTo("advance", "1mo", "--clock", id);

  expect(created.testClock).toMatchObject({ now, name: "renewals", status: "READY" });
  expect(advanced.testClock).toMatchObject({ id, now: "2027-02-28T00:00:00.000Z" });
  expect(await answerTo("list")).toEqual({ testClocks: [advanced.testClock] });
});

it("without --json prints one line for each clock", async () => {
  const created = await clock("create", "--now", "2027-03-01T00:00:00Z", "--name", "usage");
  const advanced = await clock("advance", "2027-03-02T00:00:00Z");

  expect(created.lines).toEqual([
    expect.stringMatching(/^\w+ {2}READY {2}2027-03-01T00:00:00\.000Z {2}usage$/),
  ]);
  expect(advanced.lines).toEqual([
    created.lines[0]?.replace("2027-03-01T", "2027-03-02T") ?? "missing",
  ]);
  expect((await clock("list")).lines[0]).toBe(advanced.lines[0]);
});

it("fails with 1 for a clock that does not exist, and 2 for a step that is not one", async () => {
  const unknown = await clock("advance", "1d", "--clock", "unknown");
  const noStep = await clock("advance", "soon");

  expect(unknown).toEqual({
    code: 1,
    lines: [],
    notes: [expect.stringMatching(/^Test clock was not found\. .*Check the id/)],
  });
  expect(noStep.code).toBe(2);
  expect(noStep.notes.join("\n")).toContain("It is a number with h, d, w, mo or y");
});

test("a step leads from 31 January 2027 to a time", () =>
  forRows(
    [
      ["12h", "2027-01-31T12:00:00.000Z"],
      ["3d", "2027-02-03T00:00:00.000Z"],
      ["2w", "2027-02-14T00:00:00.000Z"],
      ["1mo", "2027-02-28T00:00:00.000Z"],
      ["1y", "2028-01-31T00:00:00.000Z"],
      ["2027-06-01T02:00:00+02:00", "2027-06-01T00:00:00.000Z"],
      ["2027-06-01t00:00:00.0010000000z", "2027-06-01T00:00:00.001Z"],
    ],
    (text, to) => {
      expect(laterBy(text)?.(new Date("2027-01-31T00:00:00Z")).toISOString()).toBe(to);
    },
  ));

test("what has no unit, no amount or no time zone is not a step", () =>
  forRows(["", "0d", "1", "1m", "-1d", "2027-06-01", "2027-06-01T00:00:00"], (text) => {
    expect(laterBy(text)).toBeNull();
  }));
