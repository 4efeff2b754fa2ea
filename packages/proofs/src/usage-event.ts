/** The fields of a usage event that a bill commits to. The API's usage event has them. */
export interface BilledEvent {
  readonly eventKey: string;
  /** A decimal string, at most six decimal places. */
  readonly quantity: string;
  /** ISO 8601 with `Z` or an offset. Digits below the millisecond are dropped. */
  readonly occurredAt: string;
}

/** The text of an event's leaf. Only the key, which is first, can have a line feed, so no two events have the same text. */
export const leafText = ({ eventKey, quantity, occurredAt }: BilledEvent) =>
  `${eventKey}\n${quantity}\n${occurredAt}`;

/** The part of an event's key before the first `:`, if it is one of the prefixes; otherwise empty. */
export function prefixIn(prefixes: ReadonlySet<string>, eventKey: string): string {
  const end = eventKey.indexOf(":");
  const prefix = end === -1 ? eventKey : eventKey.slice(0, end);
  return prefixes.has(prefix) ? prefix : "";
}
