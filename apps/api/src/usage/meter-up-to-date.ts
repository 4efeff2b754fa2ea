import type { Queryable } from "../db/client.ts";
import type { Due, TimedRecords } from "../operation/ports/due.ts";
import type { Meter, Metered, Reported } from "../operation/ports/meter.ts";

/** The result for an event, once no record that it names is overdue. */
export type Outcome = Exclude<Metered, { readonly outcome: "overdue" }>;

interface MeterParts {
  readonly db: Queryable;
  readonly due: Due;
  readonly meter: Meter;
}

/**
 * Records usage events. Records that are overdue are advanced, and then the events that name them are sent again.
 *
 * @returns the outcome of each event, in order
 */
export async function meterUpToDate(
  parts: MeterParts,
  reported: readonly Reported[],
): Promise<readonly Outcome[]> {
  const metered = await parts.meter(reported);
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

/** The places of events that name the same overdue records, which are advanced once for all of them. */
interface Overdue {
  readonly records: TimedRecords;
  readonly places: number[];
}

function overdueIn(metered: readonly Metered[]): Overdue[] {
  const all = new Map<string, Overdue>();
  for (const [place, one] of metered.entries()) {
    if (one.outcome !== "overdue") continue;
    const { records } = one;
    const { subscriptions = [], invoices = [], balances = [] } = records;
    const key = [...subscriptions, ...invoices, ...balances].map(({ id }) => id).join(" ");
    const overdue = all.get(key) ?? { records, places: [] };
    overdue.places.push(place);
    all.set(key, overdue);
  }
  return [...all.values()];
}
