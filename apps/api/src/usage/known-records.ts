import type { Reported } from "../operation/ports/meter.ts";
import { type Parents, recordJson } from "./named-records.ts";
import { ParentCache, type ShownRow } from "./parent-cache.ts";

/** Records of which the versions that a statement was sent with are not, or no longer, the current ones. */
export interface ChangedRecords {
  /** Current versions of subscription, service, user and invoice; null: no such record. */
  readonly versions: readonly [string | null, string | null, string | null, string | null];
  /** Their rows; null where the sent version is current, or there is no such record. */
  readonly rows: readonly [unknown, unknown, unknown, unknown];
}

/** The records that events have named lately, with their versions, so that the database need not return them again. */
export class KnownRecords {
  readonly #caches = {
    subscription: new ParentCache(recordJson.subscription),
    service: new ParentCache(recordJson.service),
    user: new ParentCache(recordJson.user),
    invoice: new ParentCache(recordJson.invoice),
  };

  /** Characters that are kept. */
  get size(): number {
    return Object.values(this.#caches).reduce((sum, { size }) => sum + size, 0);
  }

  /** What is known of the records that an event names. */
  of({ input }: Reported): Parents {
    const { subscriptionId, serviceId, userId, invoiceId } = input;
    const { subscription, service, user, invoice } = this.#caches;
    return {
      subscription: subscription.get(subscriptionId),
      service: service.get(serviceId),
      user: user.get(userId),
      invoice: invoiceId === undefined ? undefined : invoice.get(invoiceId),
    };
  }

  /** @param sent what was known when the statement was sent; its versions went with it */
  changed(sent: Parents, { versions, rows }: ChangedRecords): Parents {
    const { subscription, service, user, invoice } = this.#caches;
    return {
      subscription: current(subscription, sent.subscription, versions[0], rows[0]),
      service: current(service, sent.service, versions[1], rows[1]),
      user: current(user, sent.user, versions[2], rows[2]),
      invoice: current(invoice, sent.invoice, versions[3], rows[3]),
    };
  }
}

function current<Row extends ShownRow>(
  cache: ParentCache<Row>,
  sent: ReturnType<ParentCache<Row>["get"]>,
  version: string | null,
  json: unknown,
): ReturnType<ParentCache<Row>["get"]> {
  if (version === null) return undefined;
  return json === null ? sent : cache.read(version, json);
}
