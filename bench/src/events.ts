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
 */
export function singleEvents(all: readonly Names[]): () => string {
  const fields = (of: object) => JSON.stringify({ ...of, quantity: "2.5" }).slice(0, -1);
  const beginnings = all.flatMap(({ serviceId, subscriptionId, userId, invoiceId }) => [
    `${fields({ serviceId, subscriptionId, userId })},"eventKey":"`,
    `${fields({ serviceId, subscriptionId, userId, invoiceId })},"eventKey":"`,
  ]);
  let turn = 0;
  return () => {
    turn = (turn + 1) % beginnings.length;
    return `${beginnings[turn]}${nextKey()}"}`;
  };
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
