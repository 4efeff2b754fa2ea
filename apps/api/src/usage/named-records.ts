import type { Model, RowOf } from "../db/columns.ts";
import { jsonFields, type SqlJson } from "../db/json-rows.ts";
import { objectText } from "../db/json-text.ts";
import type { Reported } from "../operation/ports/meter.ts";
import { InvoiceRecord } from "../schemas/records.ts";
import { ServiceRecord } from "../schemas/services.ts";
import { Subscription } from "../schemas/subscriptions.ts";
import { User } from "../schemas/users.ts";
import type { Parent, ShownRow } from "./parent-cache.ts";

/** The columns of a record that decide about an event, and as `text` the record as answers show it. */
const recordOf = <Name extends Model, Field extends string & keyof RowOf<Name>>(
  alias: string,
  model: Name,
  schema: Parameters<typeof objectText>[2],
  fields: readonly Field[],
) =>
  jsonFields(alias, model, fields, {
    text: { sql: objectText(alias, model, schema), read: (text) => text as string },
  });

const owned = ["id", "serviceId", "userId", "ownerId", "status"] as const;

/** The records as Postgres returns them to the statement that records events. */
export const recordJson = {
  subscription: recordOf("subscription", "Subscription", Subscription, [
    ...owned,
    "currentPeriodEnd",
    "billingAnchor",
    "endedAt",
  ]),
  service: recordOf("service", "Service", ServiceRecord, ["id"]),
  user: recordOf("payer", "User", User, ["id"]),
  invoice: recordOf("invoice", "Invoice", InvoiceRecord, [...owned, "dueAt"]),
};

/** The records that some events of a batch name, as of the statement that records them; those that exist. */
export type Parents = {
  readonly [Kind in keyof typeof recordJson]:
    | ((typeof recordJson)[Kind] extends SqlJson<infer Row extends ShownRow> ? Parent<Row> : never)
    | undefined;
};

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
    `"invoice":${invoice?.row.text ?? "null"}`,
    `"service":${service.row.text}`,
    `"subscription":${subscription.row.text}`,
    `"user":${user.row.text}`,
  ].join();
  return { ids, records };
}
