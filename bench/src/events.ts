/** What an event names, by id. */
export interface Names {
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly invoiceId: string;
}

/** Begins the key of every event that is made here, and of no other. */
export const keysBegin = `requests:${Date.now().toString(36)}`;
let made = 0;

/** How many events have been made here. */
export const eventsMade = () => made;

/** A key that no other event has, always as long as any. */
const nextKey = () => {
  made += 1;
  return keysBegin + String(made).padStart(10, "0");
};

/**
 * Makes bodies of POST /usage-events as JSON, a new key in each; every other one names an invoice.
 *
 * @param all whose events: each in turn
 * @param moreOf more fields of an event
 */
export function singleEvents<Of extends Names>(
  all: readonly Of[],
  moreOf: (names: Of) => object = () => ({}),
): () => string {
  const fields = (of: object) => JSON.stringify({ ...of, quantity: "2.5" }).slice(0, -1);
  const beginnings = all.flatMap((names) => {
    const { serviceId, subscriptionId, userId, invoiceId } = names;
    const more = moreOf(names);
    return [
      `${fields({ serviceId, subscriptionId, userId, ...more })},"eventKey":"`,
      `${fields({ serviceId, subscriptionId, userId, invoiceId, ...more })},"eventKey":"`,
    ];
  });
  let turn = 0;
  return () => {
    turn = (turn + 1) % beginnings.length;
    return `${beginnings[turn]}${nextKey()}"}`;
  };
}

/** The same of POST /usage-events/batch; a batch has events of all, each in turn. @param size events in each body */
export function mixedBatches(all: readonly Names[], size: number): () => string {
  const next = singleEvents(all);
  return () => `{"usageEvents":[${Array.from({ length: size }, next).join()}]}`;
}

/**
 * The same of POST /usage-events/batch; a batch is of one subscription, each in turn.
 *
 * @param size events in each body
 */
export function eventBatches(all: readonly Names[], size: number): () => string {
  const makers = all.map((names) => singleEvents([names]));
  let turn = 0;
  return () => {
    turn = (turn + 1) % makers.length;
    const events = Array.from({ length: size }, () => makers[turn]?.());
    return `{"usageEvents":[${events.join()}]}`;
  };
}
