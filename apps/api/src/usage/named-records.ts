import type { Invoice, Service, Subscription, User } from "../db/generated/client.ts";
import type { Reported } from "../ports/meter.ts";
import type { Parent } from "./parent-cache.ts";

/** The records that some events of a batch name, as of the statement that records them; those that exist. */
export interface Parents {
  readonly subscription: Parent<Subscription> | undefined;
  readonly service: Parent<Service> | undefined;
  readonly user: Parent<User> | undefined;
  readonly invoice: Parent<Invoice> | undefined;
}

/** The parts of an event's JSON that are the same for all events that name the same records. */
export interface SharedText {
  /** The ids, after the event's own. */
  readonly ids: string;
  /** The records, at the end of the event. */
  readonly records: string;
}

/** The text of events that were recorded. @throws Error without the records that the foreign keys demand */
export function sharedText({ input }: Reported, parents: Parents): SharedText {
  const { serviceId, subscriptionId, userId, invoiceId = null } = input;
  const { subscription, service, user, invoice } = parents;
  const isWithInvoice = (invoiceId === null) === (invoice === undefined);
  if (subscription === undefined || service === undefined || user === undefined || !isWithInvoice) {
    throw new Error("A recorded event must have the records that it references.");
  }
  const ids = JSON.stringify({ serviceId, subscriptionId, userId, invoiceId }).slice(1, -1);
  const records = [
    `"invoice":${invoice?.text ?? "null"}`,
    `"service":${service.text}`,
    `"subscription":${subscription.text}`,
    `"user":${user.text}`,
  ].join();
  return { ids, records };
}
