import { ForbiddenError, type UsageEventCreateParams, type UsanceClient } from "@usance/sdk";
import { readDateTime } from "../../kit/date-time.ts";
import { Amount } from "../../kit/money.ts";
import type { FileEvent } from "./read-usage-file.ts";
import { isAlreadyRecorded, type LineOutcome } from "./usage-outcomes.ts";

/** How many events are read at a time. */
const atOnce = 8;

/** The fields of a usage event that a file can have, except those of a charge, which the service does not show. */
const compared = ["serviceId", "userId", "invoiceId", "quantity", "occurredAt"] as const;

type Reads = Pick<UsanceClient["usageEvents"], "list">;

/**
 * Compares the events that were recorded before with what the service has recorded under their keys. One that differs is refused.
 *
 * @returns the outcomes, in the same order; null when the key may not read usage events
 */
export async function compareRecorded(
  events: readonly FileEvent[],
  outcomes: readonly LineOutcome[],
  usageEvents: Reads,
): Promise<LineOutcome[] | null> {
  const byNumber = new Map(events.map(({ number, event }) => [number, event]));
  const judged = [...outcomes];
  const places = outcomes.flatMap((one, place) => (isAlreadyRecorded(one) ? [place] : []));
  try {
    for (let from = 0; from < places.length; from += atOnce) {
      await Promise.all(
        places.slice(from, from + atOnce).map(async (place) => {
          const outcome = outcomes[place];
          const event = outcome && byNumber.get(outcome.number);
          if (!outcome || !event) return;
          judged[place] = await compare(event as UsageEventCreateParams, outcome, usageEvents);
        }),
      );
    }
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
  return judged;
}

async function compare(
  event: UsageEventCreateParams,
  outcome: LineOutcome,
  usageEvents: Reads,
): Promise<LineOutcome> {
  const { subscriptionId, eventKey } = event;
  const { usageEvents: found } = await usageEvents.list({ subscriptionId, eventKey, limit: 1 });
  const [recorded] = found;
  const different = recorded && compared.find((field) => !isSame(field, event[field], recorded));
  if (!recorded || !different) return outcome;
  return {
    ...outcome,
    code: "recorded_differently",
    error: `An event with this key was recorded before with another ${different}: ${recorded[different]}.`,
    param: different,
    usageEventId: recorded.id,
  };
}

/** A field that the file leaves out matches any value. */
function isSame(
  field: (typeof compared)[number],
  said: unknown,
  recorded: Readonly<Record<(typeof compared)[number], string | null>>,
): boolean {
  const value = recorded[field];
  if (said === undefined || said === null) return true;
  if (field === "quantity") return new Amount(String(said)).eq(value ?? "");
  if (field === "occurredAt") return readDateTime(String(said))?.toISOString() === value;
  return said === value;
}
