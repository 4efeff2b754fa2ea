import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NotFoundError, type Subscription, type UsanceClient } from "@usance/sdk";
import { advanceTo, type Making, type PausableRegistry } from "./making.ts";
import { billDay } from "./sample-bills.ts";
import { makeCatalog } from "./sample-catalog.ts";
import { recordUsage, type Subscriptions, subscribe } from "./sample-subscribers.ts";

/** The file in DATA_DIR. An interrupted month is continued with the same idempotency keys. */
interface Kept {
  /** Prefix of the idempotency keys, so that no call runs twice. */
  readonly run: string;
  /** The time from which its times are counted. */
  readonly madeAt: string;
  /** null: it is incomplete. */
  readonly month: Month | null;
}

interface Selling {
  /** The end of the month. */
  readonly now: Date;
  /** Is paused for the settlement that fails. */
  readonly registry: PausableRegistry;
}

/** Less than the day for which the service remembers the keys of calls. */
const keysLastMs = 12 * 3_600_000;

/**
 * Makes a month of a seller's sales through the API, unless the database has it already.
 *
 * @returns the month, and whether it was made now
 */
export async function sampleMonth(
  usance: UsanceClient,
  { now, registry }: Selling,
  dataDir: string,
): Promise<Month & { readonly isNew: boolean }> {
  const file = join(dataDir, "sample-month.json");
  const last = await readKept(file);
  if (last?.month && (await isThere(usance, last.month))) return { ...last.month, isNew: false };

  const isUnfinished = last?.month === null && now.getTime() - Date.parse(last.madeAt) < keysLastMs;
  const kept =
    last !== null && isUnfinished
      ? last
      : { run: randomBytes(8).toString("hex"), madeAt: now.toISOString(), month: null };
  await writeFile(file, JSON.stringify(kept));
  const month = await sellMonth(usance, kept.run, { now: new Date(kept.madeAt), registry });
  await writeFile(file, JSON.stringify({ ...kept, month }));
  return { ...month, isNew: true };
}

/** Whether the database still has it. */
async function isThere({ services }: UsanceClient, { serviceId }: Month): Promise<boolean> {
  try {
    await services.get({ serviceId });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}

/** The sample service and its owner. */
export interface Month {
  readonly serviceId: string;
  readonly ownerId: string;
}

const dayMs = 86_400_000;
const daysInMonth = 30;
/** The days between two stops of the clock. */
const stopDays = 3;

/**
 * Makes a month of a seller's sales: two services on a test clock, with plans, a rate card, subscribers, usage, invoices in every
 * state, settlements on the local chain, of which one fails, credit notes, a balance with holds, and a webhook endpoint that does
 * not answer. The clock begins a month ago, and is advanced from stop to stop, so that the records have the times of a month.
 *
 * @param run prefix of the idempotency keys: a continued attempt repeats no call
 * @throws UsanceError
 */
async function sellMonth(
  usance: UsanceClient,
  run: string,
  { now, registry }: Selling,
): Promise<Month> {
  const at = (day: number) => new Date(now.getTime() + (day - daysInMonth) * dayMs);
  const once = (name: string) => ({
    idempotencyKey: `sample-month-${run}-${name.replaceAll(" ", "-")}`,
  });
  const making: Making = { usance, run, once, at, registry };
  const { id: testClockId } = await usance.testClocks.create(
    { now: at(0).toISOString(), name: "The sample's month" },
    once("clock"),
  );
  const catalog = await makeCatalog(making, testClockId);
  const subscriptions: Subscriptions = new Map();
  await subscribe(making, catalog, subscriptions, 0);
  const [first] = subscriptions.values();
  if (first === undefined) throw new Error("Somebody subscribes on the first day.");
  const balanceId = await addBalance(making, first);
  for (let day = stopDays; day <= daysInMonth; day += stopDays) {
    await advanceTo(usance, testClockId, at(day));
    await subscribe(making, catalog, subscriptions, day);
    await recordUsage(making, subscriptions, [day - stopDays, day]);
    await billDay(making, catalog, subscriptions, day);
  }
  await addHolds(making, first, balanceId);
  return { serviceId: catalog.weather.id, ownerId: catalog.weather.ownerId };
}

/** A prepaid balance with credit. */
async function addBalance(
  { usance, once }: Making,
  { serviceId, userId }: Subscription,
): Promise<string> {
  const { id } = await usance.balances.create({ serviceId, userId }, once("balance"));
  const credit = { balanceId: id, amount: "20", reason: "Welcome credit" };
  await usance.balances.grant(credit, once("credit"));
  return id;
}

/** A hold that was committed, and one that is still held. */
async function addHolds(
  { usance, run, once, at }: Making,
  { id: subscriptionId }: Subscription,
  balanceId: string,
): Promise<void> {
  const expiresAt = at(daysInMonth + 0.9).toISOString();
  for (const [place, amount] of ["1.5", "0.75"].entries()) {
    const key = `sample-${run}-${place}`;
    const hold = await usance.holds.create({ balanceId, key, amount, expiresAt });
    if (place > 0 || hold.status !== "HELD") continue;
    const usageEvent = { subscriptionId, eventKey: `maps:${key}`, quantity: "12" };
    await usance.holds.commit({ holdId: hold.id, amount: "1.2", usageEvent }, once("hold"));
  }
}
