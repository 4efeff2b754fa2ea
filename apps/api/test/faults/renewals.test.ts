import { expect, onTestFinished, test } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { startService, type TestService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { call } from "../processes/calls.ts";
import { type Random, randomFrom } from "../soak/random.ts";
import {
  makeRenewalsDue,
  overdueSubscriptions,
  progress,
  type RenewalTable,
  whileRenewalWaits,
} from "./overdue.ts";
import {
  expectRenewedOnce,
  fixed,
  metered,
  monthly,
  type Subscribed,
  type Terms,
} from "./renewals.ts";
import { aStage, type Process } from "./stage.ts";

/* Periods that end while several processes read them, and while these are killed. */

const dayMs = 86_400_000;

test.each([
  {
    span: "six years with two leap days",
    starts: [
      { day: "2026-01-28", plans: [monthly] },
      { day: "2026-01-29", plans: [metered("MONTH")] },
      { day: "2026-01-30", plans: [monthly] },
      { day: "2026-01-31", plans: [monthly] },
      { day: "2032-02-01", plans: [fixed("WEEK", "0.000001"), fixed("DAY", "5.000000")] },
    ],
    end: "2032-03-10",
    longestStep: 150,
  },
  {
    span: "a century's turn without a leap day",
    starts: [
      { day: "2099-12-29", plans: [monthly, metered("WEEK")] },
      { day: "2099-12-31", plans: [monthly, metered("DAY")] },
    ],
    end: "2100-04-01",
    longestStep: 40,
  },
])(
  "over $span, concurrent jobs and readers of three replicas start each period once",
  async (given) => {
    const { starts, end, longestStep } = given;
    const random = randomFrom(1);
    const replicas = await threeReplicas();
    const subscriptions: Subscribed[] = [];
    for (const [index, { day, plans }] of starts.entries()) {
      setClocks(replicas, morningOf(day));
      for (const terms of plans) subscriptions.push(await subscribe(replicas[0], terms));
      for (const now of evenings(random, day, starts[index + 1]?.day ?? end, longestStep)) {
        setClocks(replicas, now);
        await Promise.all([
          ...replicas.map(({ parts }) => parts.due.advanceAll(parts, "subscriptions")),
          ...subscriptions.map(({ id }) => expectReadAt(now, random.oneOf(replicas), id)),
          expectListAt(now, random.oneOf(replicas)),
        ]);
      }
    }

    for (const one of subscriptions) {
      await expectRenewedOnce(replicas[0].databaseUrl, one, eveningBefore(end));
    }
  },
  120_000,
);

test("over years of missed periods, processes that are killed start each period once", async () => {
  const random = randomFrom(1);
  const stage = await aStage();
  const founders = await Promise.all([stage.start(), stage.start()]);
  const subscriptions = await overdueSubscriptions(stage, founders[0]);
  const readAll = (at: Process) => subscriptions.map(({ id }) => readAsOfNow(at, id));
  const killAtIt = async (pair: readonly [Process, Process], table: RenewalTable) => {
    const reads = pair.flatMap(readAll);
    const [first, second] = random.chance(0.5) ? pair : ([pair[1], pair[0]] as const);
    await progress(stage, random.integer(5, 30));
    await kill(first);
    await progress(stage, random.integer(5, 30));
    await whileRenewalWaits(stage, table, () => kill(second));
    const answers = new Set(await Promise.all(reads));
    answers.delete("as of now");
    expect([...answers]).toEqual(["cut off"]);
  };

  await makeRenewalsDue(stage);
  await killAtIt(founders, "invoices");
  await makeRenewalsDue(stage);
  await killAtIt(await Promise.all([stage.start(), stage.start()]), "webhook_events");
  await makeRenewalsDue(stage);
  const answers = await Promise.all(readAll(await stage.start()));

  expect(answers).toEqual(answers.map(() => "as of now"));
  for (const one of subscriptions) await expectRenewedOnce(stage.databaseUrl, one, new Date());
}, 120_000);

async function threeReplicas() {
  const start = async (environment = {}) => {
    const replica = await startService(environment);
    onTestFinished(replica.stop);
    return replica;
  };
  const first = await start();
  const others = [
    start({ DATABASE_URL: first.databaseUrl }),
    start({ DATABASE_URL: first.databaseUrl }),
  ];
  return [first, ...(await Promise.all(others))] as const;
}

function setClocks(replicas: readonly TestService[], now: Date): void {
  for (const { clock } of replicas) clock.set(now.toISOString());
}

async function subscribe(replica: TestService, terms: Terms): Promise<Subscribed> {
  const made = await new Story(restDoor, () => replica).aSubscription({ ...terms });
  return { id: made.id, anchor: new Date(made.currentPeriodStart), terms };
}

const morningOf = (day: string) => new Date(`${day}T08:00:00.000Z`);
const eveningBefore = (day: string) => new Date(morningOf(day).getTime() - dayMs / 2);

/** Evenings, some days or several months apart, from the first day until before the last. */
function evenings(random: Random, from: string, to: string, longestStep: number): Date[] {
  const found = [];
  const last = eveningBefore(to);
  for (let at = morningOf(from).getTime() + dayMs / 2; at < last.getTime(); ) {
    found.push(new Date(at));
    at += dayMs * (random.chance(0.4) ? random.integer(1, 3) : random.integer(4, longestStep));
  }
  return [...found, last];
}

interface Shown {
  readonly currentPeriodStart: string;
  readonly currentPeriodEnd: string;
}

function expectToBeIn({ currentPeriodStart, currentPeriodEnd }: Shown, now: Date): void {
  expect(new Date(currentPeriodStart) <= now, `${currentPeriodStart} <= ${now}`).toBe(true);
  expect(new Date(currentPeriodEnd) > now, `${currentPeriodEnd} > ${now}`).toBe(true);
}

async function expectReadAt(now: Date, { url }: TestService, subscriptionId: string) {
  const { body } = await restDoor.call(url, "subscriptions.get", { subscriptionId });
  expectToBeIn(body.subscription, now);
}

async function expectListAt(now: Date, { url }: TestService): Promise<void> {
  const { body } = await restDoor.call(url, "subscriptions.list", {});
  for (const subscription of body.subscriptions) expectToBeIn(subscription, now);
}

async function readAsOfNow(at: Process, id: string): Promise<string> {
  try {
    const { status, body } = await call(at, "GET", `/subscriptions/${id}`);
    if (status !== 200) return JSON.stringify(body);
    return new Date(body.subscription.currentPeriodEnd) > new Date() ? "as of now" : "behind";
  } catch {
    return "cut off";
  }
}

async function kill(one: Process): Promise<void> {
  one.signal("SIGKILL");
  expect(await one.ended).toBe("SIGKILL");
}
