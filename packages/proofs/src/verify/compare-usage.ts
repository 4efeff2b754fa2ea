import type { Bill } from "../bill.ts";
import { decimal, text, time } from "../fields.ts";
import type { BilledEvent } from "../usage-event.ts";
import { bad, type Finding, good } from "./findings.ts";

/** An event of the payer's own log. The fields are those of `POST /usage-events`. */
export interface OwnEvent {
  readonly eventKey: string;
  readonly quantity: string;
  /** Absent: the payer takes it to be in the bill's periods. */
  readonly occurredAt?: string | undefined;
}

/** How the events of a bill and those of a log differ. */
export interface UsageDifferences {
  /** Those that only the bill has. */
  readonly onlyBilled: readonly BilledEvent[];
  /** Those of its periods that only the log has. */
  readonly onlyOwn: readonly OwnEvent[];
  /** Those with the same key, and another quantity or time. */
  readonly different: readonly { readonly billed: BilledEvent; readonly own: OwnEvent }[];
}

/**
 * Compares the usage events of a bill with those that its payer counted.
 *
 * @param billed those that verify with the bill
 * @param own a key may be there again; if its values differ, so does the event
 * @throws ProofError for an event of the log that no bill can have
 */
export async function compareUsage(
  { usage }: Pick<Bill, "usage">,
  billed: Iterable<BilledEvent>,
  own: AsyncIterable<OwnEvent> | Iterable<OwnEvent>,
): Promise<UsageDifferences> {
  const inBill = new Map([...billed].map((event) => [event.eventKey, event]));
  const seen = new Set<string>();
  const different = new Map<string, UsageDifferences["different"][number]>();
  const onlyOwn = new Map<string, OwnEvent>();
  for await (const given of own) {
    const { eventKey, quantity, occurredAt } = formOf(given);
    const event = inBill.get(eventKey);
    if (event !== undefined) {
      seen.add(eventKey);
      const isSame =
        event.quantity === quantity &&
        (occurredAt === undefined || event.occurredAt === occurredAt);
      if (!isSame) different.set(eventKey, { billed: event, own: given });
    } else if (isWithin(usage, occurredAt)) onlyOwn.set(eventKey, given);
  }
  return {
    onlyBilled: [...inBill.values()].filter(({ eventKey }) => !seen.has(eventKey)),
    onlyOwn: [...onlyOwn.values()],
    different: [...different.values()],
  };
}

/** As a bill has them. */
const formOf = ({ eventKey, quantity, occurredAt }: OwnEvent): OwnEvent => ({
  eventKey: text(eventKey, "eventKey"),
  quantity: decimal(quantity, `The quantity of ${eventKey}`),
  occurredAt: occurredAt && time(occurredAt, `occurredAt of ${eventKey}`),
});

const isWithin = (usage: Bill["usage"], at: string | undefined): boolean =>
  at === undefined ||
  (usage?.periods ?? []).some(({ from, to }) => from <= at && (to === null || at < to));

/** How many events are named in words. */
const maxNamed = 5;

/** The differences in words. */
export function differencesInWords({
  onlyBilled,
  onlyOwn,
  different,
}: UsageDifferences): readonly Finding[] {
  const listed = (events: readonly string[]) =>
    `${events.slice(0, maxNamed).join(", ")}${events.length > maxNamed ? ", …" : ""}`;
  const findings = [
    [onlyBilled.map(({ eventKey }) => eventKey), "of the bill, and not of your log"],
    [onlyOwn.map(({ eventKey }) => eventKey), "of your log, and not of the bill"],
    [
      different.map(
        ({ billed, own }) => `${billed.eventKey} (${valuesOf(own)}; billed: ${valuesOf(billed)})`,
      ),
      "of both, with other values",
    ],
  ] as const;
  const found = findings.flatMap(([events, words]) => {
    const count = `${events.length.toLocaleString("en")} event${events.length === 1 ? " is" : "s are"}`;
    return events.length === 0 ? [] : bad(`${count} ${words}: ${listed(events)}.`);
  });
  return found.length > 0 ? found : [good("Your log has exactly the usage events of the bill.")];
}

const valuesOf = ({ quantity, occurredAt }: OwnEvent) =>
  occurredAt === undefined ? quantity : `${quantity} at ${occurredAt}`;
