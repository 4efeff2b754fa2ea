import { access, appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type UsageEventResult, type UsanceClient, usanceClient } from "@usance/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { systemClock } from "../../kit/clock.ts";
import type { Surroundings } from "../command-line.ts";
import { importUsage, type UsageImport } from "./import-usage.ts";

const service = useService();
const story = new Story(restDoor, service);
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usance-import-"));
  return () => rm(folder, { recursive: true });
});

interface Of {
  readonly id: string;
  readonly serviceId: string;
  readonly userId: string;
}

async function aFile(name: string, text: string): Promise<string> {
  files += 1;
  const file = join(folder, `${files}-${name}`);
  await writeFile(file, text);
  return file;
}

const csvOf = ({ id, serviceId, userId }: Of, rows: readonly string[]) =>
  [
    "serviceId,subscriptionId,userId,eventKey,quantity,occurredAt",
    ...rows.map((row) => `${serviceId},${id},${userId},${row}`),
  ].join("\r\n");

/** Imports a file. @returns the answer, the outcomes, and what was shown on standard error */
async function imported(
  file: string,
  {
    usageEvents = usanceClient({ baseUrl: service().url, apiKey: testKey }).usageEvents,
    terminal = null,
    stop = new AbortController().signal,
    ...asked
  }: Partial<UsageImport> & {
    readonly usageEvents?: Pick<UsanceClient["usageEvents"], "batch" | "list">;
    readonly terminal?: Surroundings["terminal"];
    readonly stop?: AbortSignal;
  } = {},
) {
  let shown = "";
  const surroundings: Surroundings = {
    environment: {},
    clock: systemClock,
    terminal,
    out: () => undefined,
    err: (text) => {
      shown += text;
    },
  };
  const format = file.endsWith(".csv") ? "csv" : "ndjson";
  const outcomes = `${file}.outcomes.ndjson`;
  const usual = { file, format, outcomes, batch: 1_000 } as const;
  const answer = await importUsage({ ...usual, ...asked }, usageEvents, surroundings, stop);
  return { ...answer, shown, outcomes: await outcomesIn(outcomes) };
}

async function outcomesIn(path: string) {
  const [, ...lines] = (await readFile(path, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const eventsOf = async ({ id: subscriptionId }: Of) =>
  (await story.done("usageEvents.list", { subscriptionId, limit: 100 })).usageEvents as {
    readonly eventKey: string;
    readonly quantity: string;
    readonly occurredAt: string;
  }[];

describe("an import", () => {
  it("records CSV exactly, and reports the outcome of each line", async () => {
    const subscription = await story.aSubscription();
    const text = csvOf(subscription, [
      "calls:1,999999999999999999.999999,2025-01-01T00:00:00Z",
      "calls:1,1,",
      '"calls:2, ""quoted""",0.1,',
      "calls:3,1e3,",
      "calls:4",
    ]);

    const { outcomes, lines, holds } = await imported(await aFile("a.csv", text));

    expect(outcomes).toEqual([
      { number: 1, eventKey: "calls:1", status: 201, usageEventId: expect.any(String) },
      // The same key with another quantity, in one call.
      {
        number: 2,
        eventKey: "calls:1",
        status: 422,
        code: "idempotency_key_reused",
        error: expect.any(String),
      },
      { number: 3, eventKey: 'calls:2, "quoted"', status: 201, usageEventId: expect.any(String) },
      {
        number: 4,
        eventKey: "calls:3",
        status: 400,
        code: "invalid_parameter",
        error: "quantity must be a non-negative decimal with at most six decimal places.",
        param: "quantity",
      },
      { number: 5, status: 400, code: "unreadable_line", error: expect.any(String) },
    ]);
    expect(lines?.[0]).toBe("Recorded: 2. Recorded before: 0. Refused: 3.");
    expect(holds).toBe(false);
    const recorded = await eventsOf(subscription);
    expect(recorded.map(({ eventKey, quantity }) => [eventKey, quantity]).toSorted()).toEqual([
      ["calls:1", "999999999999999999.999999"],
      ['calls:2, "quoted"', "0.100000"],
    ]);
  });

  it("records lines of JSON, and refuses a number that JavaScript would change", async () => {
    const { id: subscriptionId, serviceId, userId } = await story.aSubscription();
    const of = `"serviceId": "${serviceId}", "subscriptionId": "${subscriptionId}", "userId": "${userId}"`;
    const text = [
      `{${of}, "eventKey": "a", "quantity": 0.1}`,
      `{${of}, "eventKey": "b", "quantity": 12345678901234567.123456}`,
      `{${of}, "eventKey": "c", "quantity": "12345678901234567.123456"}`,
      "[]",
    ].join("\n");

    const { outcomes } = await imported(await aFile("a.ndjson", text));

    expect(outcomes.map(({ status }) => status)).toEqual([201, 400, 201, 400]);
  });

  it("records nothing twice when it is run again, with or without its outcomes", async () => {
    const subscription = await story.aSubscription();
    const file = await aFile("twice.csv", csvOf(subscription, ["a,1,", "b,2,"]));
    await imported(file);

    const again = await imported(file);
    await rm(`${file}.outcomes.ndjson`);
    const anew = await imported(file);

    expect(again.json).toMatchObject({ recorded: 2, alreadyRecorded: 0 });
    expect(again.notes).toEqual(["Went on after 2 events that have an outcome."]);
    expect(anew.json).toMatchObject({ recorded: 0, alreadyRecorded: 2, refused: 0 });
    expect(anew.holds).toBe(true);
    expect(await eventsOf(subscription)).toHaveLength(2);
  });

  it("refuses events that were recorded before with something else, and says with what", async () => {
    const subscription = await story.aSubscription();
    const before = "2026-01-31T12:00:00.000Z";
    const rows = [`a,1,2026-01-31t12:00:00.0009z`, `b,2,${before}`, `c,3,${before}`];
    await imported(await aFile("before.csv", csvOf(subscription, rows)));
    const changed = ["a,1.0,2026-01-31T12:00:00.000999999Z", "b,2.5,", "c,3,2026-02-01T00:00:00Z"];

    const { outcomes, json, holds } = await imported(
      await aFile("changed.csv", csvOf(subscription, changed)),
    );

    expect(json).toMatchObject({ recorded: 0, alreadyRecorded: 1, refused: 2 });
    expect(holds).toBe(false);
    expect(outcomes.map(({ code, error }) => [code, error])).toEqual([
      ["usage_event_already_recorded", expect.any(String)],
      [
        "recorded_differently",
        "An event with this key was recorded before with another quantity: 2.000000.",
      ],
      [
        "recorded_differently",
        `An event with this key was recorded before with another occurredAt: ${before}.`,
      ],
    ]);
  });

  it("compares nothing with a key that cannot read usage, and says so", async () => {
    const subscription = await story.aSubscription();
    await imported(await aFile("first.csv", csvOf(subscription, ["a,1,"])));
    const terms = { name: "ingest", scopes: ["usage-events:write"] };
    const { apiKey } = await story.done("apiKeys.create", terms);
    const { usageEvents } = usanceClient({ baseUrl: service().url, apiKey: apiKey.secret });

    const file = await aFile("again.csv", csvOf(subscription, ["a,2,"]));
    const { json, notes } = await imported(file, { usageEvents });

    expect(json).toMatchObject({ alreadyRecorded: 1, refused: 0 });
    expect(notes).toEqual([expect.stringContaining("lacks the scope usage-events:read")]);
  });

  it("goes on after the last whole outcome, also of a line that was cut off", async () => {
    const subscription = await story.aSubscription();
    const rows = Array.from({ length: 7 }, (_, place) => `key ${place},1,`);
    const file = await aFile("cut.csv", csvOf(subscription, rows));
    const stop = new AbortController();
    const { usageEvents } = usanceClient({ baseUrl: service().url, apiKey: testKey });
    const sent: number[] = [];
    const counted = {
      list: usageEvents.list,
      batch: async (input: Parameters<typeof usageEvents.batch>[0]) => {
        sent.push(input.usageEvents.length);
        if (sent.length === 2) stop.abort();
        return usageEvents.batch(input);
      },
    };
    const first = await imported(file, { batch: 2, usageEvents: counted, stop: stop.signal });
    await appendFile(`${file}.outcomes.ndjson`, '{"number":5,"sta');

    const second = await imported(file, { batch: 2, usageEvents: counted });

    expect(first.json).toMatchObject({ recorded: 4, isComplete: false });
    expect(first.holds).toBe(false);
    expect(sent).toEqual([2, 2, 2, 1]);
    expect(second.json).toMatchObject({ recorded: 7, isComplete: true });
    expect(second.outcomes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("sends events again whose outcome is unknown", async () => {
    const subscription = await story.aSubscription();
    const file = await aFile("unknown.csv", csvOf(subscription, ["a,1,", "b,1,"]));
    const { usageEvents } = usanceClient({ baseUrl: service().url, apiKey: testKey });
    let calls = 0;
    const failing = {
      list: usageEvents.list,
      batch: async (input: Parameters<typeof usageEvents.batch>[0]) => {
        calls += 1;
        const results = await usageEvents.batch(input);
        const lost: UsageEventResult = { status: 500, error: "Lost.", code: "unexpected" };
        return calls === 1 ? [lost, ...results.slice(1)] : results;
      },
    };

    const { json } = await imported(file, { usageEvents: failing });

    expect(json).toMatchObject({ recorded: 1, alreadyRecorded: 1 });
    expect(await eventsOf(subscription)).toHaveLength(2);
  });

  it("shows a bar in a terminal", async () => {
    const subscription = await story.aSubscription();
    const file = await aFile("bar.csv", csvOf(subscription, ["a,1,", "b,1,"]));
    const { shown } = await imported(file, { terminal: { hasColors: false } });
    expect(shown).toMatch(/\r\[#{24}\] 100 % {2}2 events {2}\d+\/s {2}0 refused/);
  });

  it("fails when the file has unknown or repeated columns, or is not UTF-8", () =>
    forRows(
      [
        ["a column is unknown", "eventKey,price\n", '"price" is not one of them.'],
        ["a column comes twice", "eventKey,eventKey\n", "It names eventKey."],
        ["it is not UTF-8", Buffer.from([0x61, 0xff, 0x0a]), "is not text in UTF-8."],
      ],
      async (_, text, message) => {
        const file = await aFile("wrong.csv", "");
        await writeFile(file, text);
        await expect(imported(file)).rejects.toThrow(message);
        await expect(access(`${file}.outcomes.ndjson`)).rejects.toThrow("ENOENT");
      },
    ));

  it("does not go on with the outcomes of another file", async () => {
    const subscription = await story.aSubscription();
    const one = await aFile("one.csv", csvOf(subscription, ["a,1,"]));
    const other = await aFile("other.csv", csvOf(subscription, ["b,1,"]));
    await imported(one);

    const outcomes = `${one}.outcomes.ndjson`;
    await expect(imported(other, { outcomes })).rejects.toThrow("has no outcomes of this file");
    await writeFile(outcomes, "x".repeat(2_000));
    await expect(imported(one)).rejects.toThrow("has no outcomes of this file");
  });
});
