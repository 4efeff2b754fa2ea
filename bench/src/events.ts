/** What an event references. */
export interface Names {
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly invoiceId: string;
  /** Of the balance that pays for the event, and how much, or what the rate card says; absent: none does. */
  readonly balanceId?: string;
  readonly charge?: string | { readonly rateCard: true };
}

/** Prefix of the keys of all events that are made here. */
export const keysBegin = `requests:${Date.now().toString(36)}`;
let made = 0;

/** How many events have been made here. */
export const eventsMade = () => made;

/** Returns a unique key of fixed length. */
const nextKey = () => {
  made += 1;
  return keysBegin + String(made).padStart(10, "0");
};

/**
 * Makes bodies of POST /usage-events as JSON, each with a new key; every other one references an invoice.
 *
 * @param all the subscribers, in rotation
 */
export function singleEvents(all: readonly Names[]): () => string {
  const fields = (of: object) => JSON.stringify({ ...of, quantity: "2.5" }).slice(0, -1);
  const beginnings = all.flatMap((names) => {
    const { serviceId, subscriptionId, userId, invoiceId, balanceId, charge } = names;
    const of = { serviceId, subscriptionId, userId, balanceId, charge };
    return [`${fields(of)},"eventKey":"`, `${fields({ ...of, invoiceId })},"eventKey":"`];
  });
  let place = 0;
  return () => {
    place = (place + 1) % beginnings.length;
    return `${beginnings[place]}${nextKey()}"}`;
  };
}

/** Makes bodies of POST /usage-events/batch whose events rotate through all subscribers. @param size events in each body */
export function mixedBatches(all: readonly Names[], size: number): () => string {
  const next = singleEvents(all);
  return () => `{"usageEvents":[${Array.from({ length: size }, next).join()}]}`;
}

/** Makes bodies of POST /usage-events/batch, each with the events of one subscriber. @param size events in each body */
export function eventBatches(all: readonly Names[], size: number): () => string {
  const makers = all.map((names) => singleEvents([names]));
  let place = 0;
  return () => {
    place = (place + 1) % makers.length;
    const events = Array.from({ length: size }, () => makers[place]?.());
    return `{"usageEvents":[${events.join()}]}`;
  };
}
