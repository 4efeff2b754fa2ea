import type { UsanceClient } from "@usance/sdk";
import { call } from "./call.ts";
import type { Child } from "./child.ts";
import { eventBatches, type Names } from "./events.ts";
import { gets } from "./requests.ts";
import { inTurns, type Shots } from "./rounds.ts";
import { assertSameShape } from "./same-shape.ts";
import { someSubscribers } from "./service.ts";
import { httpSide } from "./sides.ts";

export const readCallers = 32;

/** What the sides of reads are called. */
export const readNames = {
  service: { usance: "usance, GET service", peer: "Fastify and pg, GET service" },
  invoice: { usance: "usance, GET invoice", peer: "Fastify and pg, GET invoice" },
} as const;

/** @returns the ids of a new service and of an invoice of it that has 20 usage events */
export async function anInvoiceOf20(client: UsanceClient, { url }: Child): Promise<Names> {
  const [names] = await someSubscribers(client, 1);
  if (names === undefined) throw new Error("One was asked for.");
  // Every other event names the invoice.
  await call(`${url}/api/v1/usage-events/batch`, 200, eventBatches([names], 40)());
  return names;
}

/** A service and an invoice with 20 usage events, by id, from the service and from the peer. */
export async function measureReads(
  servers: { readonly service: Child; readonly peer: Child },
  ids: Pick<Names, "serviceId" | "invoiceId">,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Shots> {
  const reads = [
    { path: `/api/v1/services/${ids.serviceId}`, names: readNames.service },
    { path: `/api/v1/invoices/${ids.invoiceId}`, names: readNames.invoice },
  ];
  for (const { path } of reads) {
    const ours = await call(servers.service.url + path, 200);
    assertSameShape(ours, await call(servers.peer.url + path, 200));
  }
  const sides = reads.flatMap(({ path, names }) => {
    const of = { requestOf: gets(path), status: 200 };
    return [
      httpSide(names.usance, [servers.service], of),
      httpSide(names.peer, [servers.peer], of),
    ];
  });
  return inTurns(sides, rounds, { connections: readCallers, seconds });
}
