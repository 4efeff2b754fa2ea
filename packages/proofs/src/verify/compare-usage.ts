import type { Bill, BilledUsage } from "../bill.ts";
import { assertObject, decimal, ProofError, text, time } from "../fields.ts";
import type { BilledEvent } from "../usage-event.ts";
import { bad, type Finding, good } from "./findings.ts";

/** An event of the payer's own log. The fields are those of `POST /usage-events`. */
export interface OwnEvent {
  readonly eventKey: string;
  readonly quantity: string | number;
  /** Absent: it is taken to be in the bill's periods. */
  readonly occurredAt?: string | undefined;
  /** Absent: it is taken to be the bill's. Events of others are left out. */
  readonly subscriptionId?: string | undefined;
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
 * @param own a key can occur several times; if one of them has other values than the bill, the event differs
 * @throws ProofError for an event of the log that no bill can have
 */
export async function compareUsage(
  { subscriptionId, usage }: Pick<Bill, "subscriptionId" | "usage">,
  billed: Iterable<BilledEvent>,
  own: AsyncIterable<OwnEvent> | Iterable<OwnEvent>,
): Promise<UsageDifferences> {
  if (usage === null) throw new ProofError("The bill bills no usage that the service measured.");
  const inBill = new Map([...billed].map((event) => [event.eventKey, event]));
  const replacing = new Map(
    [...inBill.values()].flatMap((event) =>
      keysBefore(event.eventKey).map((key) => [key, event] as const),
    ),
  );
  const seen = new Set<string>();
  const different = new Map<string, UsageDifferences["different"][number]>();
  const onlyOwn = new Map<string, OwnEvent>();
  let number = 0;
  for await (const given of own) {
    number += 1;
    const { eventKey, quantity, occurredAt } = formOf(given, `event ${number}`);
    if ((given.subscriptionId ?? subscriptionId) !== subscriptionId) continue;
    const event = inBill.get(eventKey) ?? replacing.get(eventKey);
    if (event !== undefined) {
      seen.add(event.eventKey);
      const of = formOf(event, `event ${event.eventKey} of the bill`);
      const isSame =
        of.quantity === quantity && (occurredAt === undefined || of.occurredAt === occurredAt);
      if (!isSame) different.set(event.eventKey, { billed: event, own: given });
    } else if (isWithin(usage, occurredAt)) onlyOwn.set(eventKey, given);
  }
  return {
    onlyBilled: [...inBill.values()].filter(({ eventKey }) => !seen.has(eventKey)),
    onlyOwn: [...onlyOwn.values()],
    different: [...different.values()],
  };
}

/**
 * The keys of the events that an event replaces, as docs/refunds.md specifies: of `requests:7~corrected` it is `requests:7`, and
 * of `calls:~corrected` `calls`.
 */
function keysBefore(eventKey: string): string[] {
  const before = /^(.+?):?~corrected$/s.exec(eventKey)?.[1];
  return before === undefined ? [] : [before, ...keysBefore(before)];
}

/** As a bill has it. */
function formOf(given: OwnEvent, name: string) {
  assertObject(given, name);
  const { eventKey, quantity, occurredAt } = given;
  return {
    eventKey: text(eventKey, `eventKey of ${name}`),
    quantity: decimal(
      typeof quantity === "number" ? String(quantity) : quantity,
      `quantity of ${name}`,
    ),
    occurredAt: occurredAt === undefined ? occurredAt : time(occurredAt, `occurredAt of ${name}`),
  };
}

const isWithin = ({ periods }: BilledUsage, at: string | undefined): boolean =>
  at === undefined || periods.some(({ from, to }) => from <= at && (to === null || at < to));

/** How many events are named in words. */
const maxNamed = 5;

/** The differences in words. */
export function differencesInWords({
  onlyBilled,
  onlyOwn,
  different,
}: UsageDifferences): readonly Finding[] {
  const named = (events: readonly string[]) =>
    `${events.slice(0, maxNamed).join(", ")}${events.length > maxNamed ? ", …" : ""}`;
  const keys = (events: readonly { readonly eventKey: string }[]) =>
    named(events.map(({ eventKey }) => eventKey));
  const values = different.map(
    ({ billed, own }) =>
      `${billed.eventKey} (${valuesOf(own)} in your log, ${valuesOf(billed)} in the bill)`,
  );
  const found = [
    onlyBilled.length > 0 &&
      bad(
        `Events of the bill that are not in your log, ${onlyBilled.length}: ${keys(onlyBilled)}.`,
      ),
    onlyOwn.length > 0 &&
      bad(`Events of your log that are not in the bill, ${onlyOwn.length}: ${keys(onlyOwn)}.`),
    values.length > 0 && bad(`Events with other values, ${values.length}: ${named(values)}.`),
  ].filter((one) => one !== false);
  return found.length > 0 ? found : [good("Your log has exactly the usage events of the bill.")];
}

const valuesOf = ({ quantity, occurredAt }: OwnEvent): string =>
  occurredAt === undefined ? String(quantity) : `${quantity} at ${occurredAt}`;
