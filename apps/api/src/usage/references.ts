import { LRUCache } from "lru-cache";
import { jsonFields, type Model, type RowOf, type SqlJson } from "../db/json-rows.ts";
import { objectText } from "../db/json-text.ts";
import { InvoiceRecord } from "../schemas/records.ts";
import { ServiceRecord } from "../schemas/services.ts";
import { Subscription } from "../schemas/subscriptions.ts";
import { User } from "../schemas/users.ts";

/*
 * The records that usage events reference: subscription, service, user and invoice. A process keeps those that it has read
 * lately with the version of their row, so that the statement that records events returns only those that have changed.
 */

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
export const referenceJson = {
  subscription: recordOf("subscription", "Subscription", Subscription, [
    ...owned,
    "currentPeriodEnd",
    "billingAnchor",
    "endedAt",
  ]),
  service: recordOf("service", "Service", ServiceRecord, ["id", "isLimited"]),
  user: recordOf("payer", "User", User, ["id"]),
  invoice: recordOf("invoice", "Invoice", InvoiceRecord, [...owned, "dueAt"]),
};

/** A row's columns, and as `text` the record as answers show it, in JSON. */
interface ShownRow {
  readonly id: string;
  readonly text: string;
}

/** One version of a record. */
interface Versioned<Row extends ShownRow> {
  /** The row's `xmin`, the transaction that wrote it. */
  readonly version: string;
  readonly row: Row;
}

/** The records that an event references; those that exist. */
export type ReferencedRecords = {
  readonly [Kind in keyof typeof referenceJson]:
    | ((typeof referenceJson)[Kind] extends SqlJson<infer Row extends ShownRow>
        ? Versioned<Row>
        : never)
    | undefined;
};

/** The ids that an event has of them. */
interface ReferencedIds {
  readonly subscriptionId: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly invoiceId?: string | undefined;
}

/** What the database returns if versions that were sent with a statement are not the current ones. */
export interface ChangedRecords {
  /** Current versions of subscription, service, user and invoice; null: no such record. */
  readonly versions: readonly [string | null, string | null, string | null, string | null];
  /** Their rows; null where the sent version is current, or there is no such record. */
  readonly rows: readonly [unknown, unknown, unknown, unknown];
}

/** Of each kind: how many characters are kept, those of the records' texts and `rowSize` for each row. */
const bounds = { maxSize: 6_000_000 } as const;
const rowSize = 500;

/**
 * How long a version is trusted, in milliseconds. Postgres reuses transaction ids after four billion transactions, which
 * take much longer.
 */
const trustedMs = 600_000;

/** The referenced records that this process has read lately. */
export class ReferenceCache {
  readonly #kinds = {
    subscription: new RecordCache(referenceJson.subscription),
    service: new RecordCache(referenceJson.service),
    user: new RecordCache(referenceJson.user),
    invoice: new RecordCache(referenceJson.invoice),
  };

  /** Characters that are kept. */
  get size(): number {
    return Object.values(this.#kinds).reduce((sum, { size }) => sum + size, 0);
  }

  /** What is known of the records that an event references. */
  of({ subscriptionId, serviceId, userId, invoiceId }: ReferencedIds): ReferencedRecords {
    const { subscription, service, user, invoice } = this.#kinds;
    return {
      subscription: subscription.get(subscriptionId),
      service: service.get(serviceId),
      user: user.get(userId),
      invoice: invoiceId === undefined ? undefined : invoice.get(invoiceId),
    };
  }

  /** @param sent what was known when the statement was sent; its versions went with it */
  update(sent: ReferencedRecords, { versions, rows }: ChangedRecords): ReferencedRecords {
    const { subscription, service, user, invoice } = this.#kinds;
    return {
      subscription: subscription.current(sent.subscription, versions[0], rows[0]),
      service: service.current(sent.service, versions[1], rows[1]),
      user: user.current(sent.user, versions[2], rows[2]),
      invoice: invoice.current(sent.invoice, versions[3], rows[3]),
    };
  }
}

/** Records of one kind, by id. */
class RecordCache<Row extends ShownRow> {
  readonly #json: SqlJson<Row>;
  readonly #records = new LRUCache<string, Versioned<Row>>({
    ...bounds,
    ttl: trustedMs,
    ttlResolution: 1_000,
    sizeCalculation: ({ row }) => row.text.length + rowSize,
  });

  /** @param json how the database returns a row */
  constructor(json: SqlJson<Row>) {
    this.#json = json;
  }

  get size(): number {
    return this.#records.calculatedSize;
  }

  get(id: string): Versioned<Row> | undefined {
    return this.#records.get(id);
  }

  /** @returns what was sent, unless the database has returned another version, which is kept */
  current(
    sent: Versioned<Row> | undefined,
    version: string | null,
    json: unknown,
  ): Versioned<Row> | undefined {
    if (version === null) return undefined;
    if (json === null) return sent;
    const record = { version, row: this.#json.read(json) };
    this.#records.set(record.row.id, record);
    return record;
  }
}
