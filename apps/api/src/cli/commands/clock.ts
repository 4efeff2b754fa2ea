import { setTimeout as sleep } from "node:timers/promises";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import type { TestClock, UsanceClient } from "@usance/sdk";
import { readDateTime } from "../../kit/date-time.ts";
import { callService } from "../call-service.ts";
import { CommandError } from "../command-error.ts";
import type { Answer, CommandLine } from "../command-line.ts";
import { documented, group, json } from "../words.ts";

export function clockCommand(commandLine: CommandLine) {
  return group(
    "clock",
    "Create and advance test clocks, whose services live through months in seconds. It calls the service that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    [create(commandLine), list(commandLine), advance(commandLine)],
    ["clock create", "clock advance 1mo"],
  );
}

const create = (commandLine: CommandLine) =>
  documented("create", "Create a test clock. Create services with its id as `testClockId`.", {
    examples: ["clock create --json", "clock create --now 2027-01-01T00:00:00Z --name renewals"],
  })
    .option("--now <time>", "the time at which it stands, in ISO 8601; the current time if omitted")
    .option("--name <name>", "what the clock is for")
    .option(...json)
    .action(({ now, name, ...options }) =>
      commandLine.run(options, () =>
        callService(commandLine.surroundings, async ({ testClocks }) => {
          const stands = now ?? commandLine.surroundings.clock.now().toISOString();
          return answerOf(await testClocks.create({ now: stands, name }));
        }),
      ),
    );

const list = (commandLine: CommandLine) =>
  documented("list", "List test clocks, newest first.", {
    examples: ["clock list", "clock list --json"],
  })
    .option(...json)
    .action((options) =>
      commandLine.run(options, () =>
        callService(commandLine.surroundings, async (usance) => {
          const testClocks = await Array.fromAsync(usance.testClocks.list({ limit: 100 }));
          return { lines: testClocks.map(shown), json: { testClocks } };
        }),
      ),
    );

const advance = (commandLine: CommandLine) =>
  documented(
    "advance",
    "Advance a test clock, do everything that comes due on the way, and wait until it has arrived.",
    {
      examples: ["clock advance 1mo", "clock advance 2027-06-01T00:00:00Z --clock <id>"],
    },
  )
    .argument("<step>", "how far (12h, 3d, 2w, 1mo, 1y), or a time in ISO 8601", stepOf)
    .option("--clock <id>", "which clock; the newest if omitted")
    .option(...json)
    .action((step, { clock, ...options }) =>
      commandLine.run(options, () =>
        callService(commandLine.surroundings, async (usance) => {
          const { id, now } = await chosen(usance, clock);
          return answerOf(await advanceTo(usance, commandLine, id, step(new Date(now))));
        }),
      ),
    );

function stepOf(text: string): Step {
  const step = laterBy(text);
  if (step !== null) return step;
  throw new InvalidArgumentError("It is a number with h, d, w, mo or y, or a time in ISO 8601.");
}

async function chosen({ testClocks }: UsanceClient, id: string | undefined): Promise<TestClock> {
  if (id !== undefined) return testClocks.get({ testClockId: id });
  for await (const newest of testClocks.list({ limit: 1 })) return newest;
  throw new CommandError("There is no test clock. Create one with `usance clock create`.");
}

/** Advances a clock. While that takes long, it prints on standard error how far the clock is. */
async function advanceTo(
  { testClocks }: UsanceClient,
  { surroundings }: CommandLine,
  testClockId: string,
  to: Date,
): Promise<TestClock> {
  let testClock = await testClocks.advance({ testClockId, to: to.toISOString() });
  let said = testClock.now;
  while (testClock.status === "ADVANCING") {
    await sleep(500);
    testClock = await testClocks.get({ testClockId });
    if (testClock.now !== said) surroundings.err(`${testClock.now} …\n`);
    said = testClock.now;
  }
  return testClock;
}

const answerOf = (testClock: TestClock): Answer => ({
  lines: [shown(testClock)],
  json: { testClock },
});

const shown = ({ id, name, status, now }: TestClock) =>
  `${id}  ${status}  ${now}${name === null ? "" : `  ${name}`}`;

/** Returns the time that a step reaches from another time. */
export type Step = (from: Date) => Date;

const hour = 3_600_000;
const units: Readonly<Record<string, (from: Date, count: number) => Date>> = {
  h: (from, count) => new Date(from.getTime() + count * hour),
  d: (from, count) => new Date(from.getTime() + count * 24 * hour),
  w: (from, count) => new Date(from.getTime() + count * 7 * 24 * hour),
  mo: monthsAfter,
  y: (from, count) => monthsAfter(from, 12 * count),
};

/** Reads `12h`, `3d`, `2w`, `1mo`, `1y`, or a time in ISO 8601. @returns null for anything else */
export function laterBy(text: string): Step | null {
  const [, count = "", unit = ""] = /^([1-9]\d{0,4})(h|d|w|mo|y)$/.exec(text) ?? [];
  const after = units[unit];
  if (after !== undefined) return (from) => after(from, Number(count));
  const time = readDateTime(text);
  return time && (() => time);
}

/** The same day of a later month, or the month's last day if it has no such day. */
function monthsAfter(from: Date, months: number): Date {
  const after = new Date(from);
  after.setUTCDate(1);
  after.setUTCMonth(after.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0),
  ).getUTCDate();
  after.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return after;
}
