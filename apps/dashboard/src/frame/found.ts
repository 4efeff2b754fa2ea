import { client, refusalOf } from "../api/client.ts";
import type { Service, Settlement } from "../api/records.ts";
import { shownStatus } from "../words/states.ts";

/** A search result and the view that shows it. */
export interface Found {
  readonly key: string;
  readonly words: string;
  readonly detail: string;
  readonly status?: string | undefined;
  readonly to:
    | { readonly to: "/invoices/$invoiceId"; readonly params: { readonly invoiceId: string } }
    | {
        readonly to: "/subscribers/$subscriberId";
        readonly params: { readonly subscriberId: string };
      }
    | { readonly to: "/services/$serviceId"; readonly params: { readonly serviceId: string } };
}

const isHash = (text: string) => /^(?:0x)?[0-9a-f]{64}$/i.test(text);
const isId = (text: string) => /^[a-z][0-9a-z]{23}$/.test(text);

/** The maximum number of records of a kind. */
const most = 8;

/**
 * Searches by the hash of a transaction, a record's id, or the beginning of a subscriber's e-mail address or of a service's
 * name. Records that the session may not read are not found.
 */
export async function find(text: string): Promise<Found[]> {
  if (isHash(text)) return invoicesOfTransaction(text.replace(/^(?:0x)?/i, "0x"));
  const searches = isId(text)
    ? [invoice(text), settlement(text), subscription(text), service(text), subscribers(text)]
    : [subscribers(text), services(text)];
  return (await Promise.all(searches)).flat();
}

async function invoicesOfTransaction(transactionHash: string): Promise<Found[]> {
  const { settlements } = await client.settlements.list.query({ transactionHash, limit: most });
  return settlements.map(foundPayment);
}

const foundPayment = ({
  id,
  invoiceId,
  status,
  service: { name },
  payer,
}: Pick<Settlement, "id" | "invoiceId" | "status" | "service" | "payer">): Found => ({
  key: `settlement ${id}`,
  words: `Payment of ${name}`,
  detail: payer.email,
  status,
  to: { to: "/invoices/$invoiceId", params: { invoiceId } },
});

const foundService = ({
  id: serviceId,
  name,
  status,
}: Pick<Service, "id" | "name" | "status">): Found => ({
  key: `service ${serviceId}`,
  words: name,
  detail: "Service",
  status,
  to: { to: "/services/$serviceId", params: { serviceId } },
});

/** No result for a record that does not exist or that the session may not read. */
async function ifThere(read: Promise<Found>): Promise<Found[]> {
  try {
    return [await read];
  } catch (error) {
    if ([403, 404].includes(refusalOf(error)?.status ?? 0)) return [];
    throw error;
  }
}

const invoice = (invoiceId: string) =>
  ifThere(
    client.invoices.get.query({ invoiceId }).then(({ invoice: found }) => ({
      key: `invoice ${invoiceId}`,
      words: `Invoice of ${found.service.name}`,
      detail: found.user.email,
      status: shownStatus(found),
      to: { to: "/invoices/$invoiceId", params: { invoiceId } },
    })),
  );

const settlement = (settlementId: string) =>
  ifThere(
    client.settlements.get
      .query({ settlementId })
      .then((answer) => foundPayment(answer.settlement)),
  );

const subscription = (subscriptionId: string) =>
  ifThere(
    client.subscriptions.get.query({ subscriptionId }).then(({ subscription: found }) => ({
      key: `subscription ${subscriptionId}`,
      words: "Subscription",
      detail: found.id,
      status: found.status,
      to: { to: "/subscribers/$subscriberId", params: { subscriberId: found.userId } },
    })),
  );

const service = (serviceId: string) =>
  ifThere(client.services.get.query({ serviceId }).then((answer) => foundService(answer.service)));

async function services(text: string): Promise<Found[]> {
  const { services: all } = await client.services.list.query();
  return all
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, most)
    .map(foundService);
}

async function subscribers(search: string): Promise<Found[]> {
  const { subscribers: found } = await client.subscribers.list.query({ search, limit: most });
  return found.map(({ id: subscriberId, email, name }) => ({
    key: `subscriber ${subscriberId}`,
    words: email,
    detail: name ?? "Subscriber",
    to: { to: "/subscribers/$subscriberId", params: { subscriberId } },
  }));
}
