import type { z } from "zod";
import { findBalanceOf } from "../balances/load-balance.ts";
import { findCharges, type TakenCharge } from "../balances/store.ts";
import type { Queryable } from "../db/client.ts";
import { formatAmount } from "../kit/money.ts";
import { checkForm, hashOf } from "../operation/access/idempotency/once.ts";
import type { Due, TimedRecords } from "../operation/ports/due.ts";
import type { Keyed } from "../operation/work.ts";
import { byRateCard } from "../schemas/balances.ts";
import { keyOfAnotherRequest } from "../schemas/idempotency.ts";
import type { NewUsageEvent } from "../schemas/usage-events.ts";
import type { UsageMeter } from "./meter.ts";
import type { Charge, Metered, PricedCharge, Reported, ShownUsageEvent } from "./reported.ts";
import { findUsageEventsByKey } from "./store.ts";
import { storedEvent, type UsageEventRow } from "./usage-event-json.ts";

type Input = z.output<typeof NewUsageEvent>;

export type RecordParts = Pick<
  Keyed,
  "by" | "request" | "tenant" | "db" | "due" | "meter" | "batch"
>;

/** The result for a usage event. `failed`: it is unknown whether it was recorded. */
export type RecordedUsage =
  | {
      readonly outcome: "recorded";
      readonly usageEvent: ShownUsageEvent;
      /** Recorded by an earlier call with the same Idempotency-Key. */
      readonly replayed: boolean;
      /** What may be wrong with its time; null: nothing is, or it was recorded earlier. */
      readonly warning: string | null;
    }
  | Exclude<Outcome, { readonly outcome: "recorded" }>;

/**
 * Records events, or finds those that an earlier call with the same Idempotency-Key recorded. An event's row stores
 * the key's id and the hash of the Idempotency-Key, so idempotency needs no second row.
 *
 * @param inputs no two of them have the same subscription and key
 * @returns the result for each, in order
 * @throws Refusal when the Idempotency-Key is malformed
 */
export async function recordUsage(
  parts: RecordParts,
  inputs: readonly Input[],
): Promise<readonly RecordedUsage[]> {
  const { by, tenant, request } = parts;
  const { idempotencyKey } = request;
  if (idempotencyKey !== undefined) checkForm(idempotencyKey);
  const idempotencyHash = idempotencyKey === undefined ? null : hashOf(idempotencyKey);
  const apiKeyId = by.keyId;
  const outcomes = await meterUpToDate(
    parts,
    inputs.map((input) => ({ input, charge: chargeOf(input), tenant, apiKeyId, idempotencyHash })),
  );
  const recorded = outcomes.map(
    (one): RecordedUsage => (one.outcome === "recorded" ? { ...one, replayed: false } : one),
  );
  if (idempotencyHash === null || !outcomes.some(mayExist)) return recorded;
  // The meter refuses an event that exists, so it is looked up only after a refusal.
  return Promise.all(
    inputs.map(async (input, place) => {
      const one = recorded[place] as RecordedUsage;
      return mayExist(one) ? await orEarlier(parts, input, idempotencyHash, one) : one;
    }),
  );
}

/** What a caller lets an event take from a balance. */
export const chargeOf = ({ balanceId, charge }: Input): Charge | null =>
  balanceId === undefined && charge === undefined
    ? null
    : { balanceId, amount: charge, hold: null };

const mayExist = (one: RecordedUsage | Outcome) =>
  one.outcome === "refused" && one.why.kind !== "unavailable";

/** @returns the event, if an earlier call with the same Idempotency-Key recorded it; otherwise what was refused */
async function orEarlier(
  parts: RecordParts,
  input: Input,
  idempotencyHash: string,
  refused: RecordedUsage,
): Promise<RecordedUsage> {
  try {
    const { batch, tenant } = parts;
    const { subscriptionId, eventKey } = input;
    // In a batch with others, since a batch that is sent again looks up all its events.
    const earlier = await batch.read(findUsageEventsByKey, { subscriptionId, eventKey, tenant });
    if (earlier?.idempotencyHash !== idempotencyHash) return refused;
    const charge = await batch.read(findCharges, earlier.id);
    if (!isSameEvent(earlier, input) || !(await isSameCharge(parts, charge, input))) {
      return { outcome: "refused", why: keyOfAnotherRequest };
    }
    const usageEvent = storedEvent(earlier, charge && pricedCharge(charge));
    return { outcome: "recorded", usageEvent, replayed: true, warning: null };
  } catch (error) {
    return { outcome: "failed", error };
  }
}

/** Whether the call reports this event again. A call without `occurredAt` matches any time. */
function isSameEvent(event: UsageEventRow, input: Input): boolean {
  return (
    event.serviceId === input.serviceId &&
    event.userId === input.userId &&
    event.invoiceId === (input.invoiceId ?? null) &&
    event.subject === (input.subject ?? null) &&
    input.quantity.eq(event.quantity.toFixed()) &&
    (input.occurredAt === undefined || input.occurredAt.getTime() === event.occurredAt.getTime())
  );
}

async function isSameCharge(
  { db }: Pick<RecordParts, "db">,
  taken: TakenCharge | null,
  { serviceId, userId, balanceId, charge }: Input,
): Promise<boolean> {
  if (taken === null || charge === undefined) return taken === null && charge === undefined;
  const isByCard = charge === byRateCard;
  if (isByCard !== (taken.rateCardId !== null)) return false;
  if (!isByCard && !charge.eq(taken.amount.toFixed())) return false;
  // A balance for a prefix may have paid all of it: the general one was named.
  return (
    taken.entries.some((entry) => entry.balanceId === balanceId) ||
    balanceId === (await findBalanceOf(db, serviceId, userId))
  );
}

/** What the rate card has charged; null: the caller named the charge. */
const pricedCharge = ({ amount, rateCardId }: TakenCharge): PricedCharge | null =>
  rateCardId === null ? null : { amount: formatAmount(amount), rateCardId };

/** The result for an event, once no record that it references is overdue. */
type Outcome = Exclude<Metered, { readonly outcome: "overdue" }>;

interface MeterParts {
  readonly db: Queryable;
  readonly due: Due;
  readonly meter: Pick<UsageMeter, "record">;
}

/**
 * Records usage events. Records that are overdue are advanced, and then the events that reference them are sent again.
 *
 * @returns the outcome of each event, in order
 */
export async function meterUpToDate(
  parts: MeterParts,
  reported: readonly Reported[],
): Promise<readonly Outcome[]> {
  const metered = await parts.meter.record(reported);
  if (metered.every(isOutcome)) return metered;
  const later = new Map<number, Outcome>();
  await Promise.all(
    overdueIn(metered).map(async ({ records, places }) => {
      const events = places.flatMap((place) => reported[place] ?? []);
      const outcomes = await meterAgain(parts, records, events);
      for (const [index, outcome] of outcomes.entries()) later.set(places[index] ?? -1, outcome);
    }),
  );
  return metered.map((one, place) => (isOutcome(one) ? one : (later.get(place) ?? notAdvanced())));
}

const isOutcome = (metered: Metered): metered is Outcome => metered.outcome !== "overdue";

const notAdvanced = (): Outcome => ({
  outcome: "failed",
  error: new Error("Overdue records must be advanced before the meter is asked again."),
});

async function meterAgain(
  parts: MeterParts,
  records: TimedRecords,
  reported: readonly Reported[],
): Promise<readonly Outcome[]> {
  try {
    const wereDue = await parts.due.advance({ db: parts.db }, records);
    return wereDue ? await meterUpToDate(parts, reported) : reported.map(notAdvanced);
  } catch (error) {
    return reported.map((): Outcome => ({ outcome: "failed", error }));
  }
}

/** The places of events that reference the same overdue records, which are advanced once for all of them. */
interface Overdue {
  readonly records: TimedRecords;
  readonly places: number[];
}

function overdueIn(metered: readonly Metered[]): Overdue[] {
  const all = new Map<string, Overdue>();
  for (const [place, one] of metered.entries()) {
    if (one.outcome !== "overdue") continue;
    const { records } = one;
    const { subscriptions = [], invoices = [], balances = [], overdrafts = [] } = records;
    const key = [...subscriptions, ...invoices, ...balances, ...overdrafts]
      .map(({ id }) => id)
      .join(" ");
    const overdue = all.get(key) ?? { records, places: [] };
    overdue.places.push(place);
    all.set(key, overdue);
  }
  return [...all.values()];
}
