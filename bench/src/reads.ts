import type { UsanceClient } from "@usance/sdk";
import { eventBatches, type Names } from "./events.ts";
import { atLeast, type Target } from "./report.ts";
import { assertSameShape, call, gets } from "./requests.ts";
import { httpSide, measureRounds, ratioIn, type Shots } from "./rounds.ts";
import { type Child, someSubscribers } from "./service.ts";

const readCallers = 32;

/** The names of the sides of reads, and the minimum ratio of the service's rate to the peer's. */
const readNames = {
  service: { usance: "usance, GET service", peer: "Fastify and pg, GET service", bound: 1 },
  invoice: { usance: "usance, GET invoice", peer: "Fastify and pg, GET invoice", bound: 0.95 },
} as const;

/** How many records the reads rotate through, so that concurrent callers ask for different ones. */
const records = 100;

interface Servers {
  readonly service: Child;
  readonly peer: Child;
}

/** @returns the ids of new services and of an invoice of each that has 20 usage events */
export async function invoicesOf20(client: UsanceClient, { url }: Child): Promise<Names[]> {
  const all = await someSubscribers(client, records);
  for (const names of all) {
    // Every other event names the invoice.
    await call(`${url}/api/v1/usage-events/batch`, 200, eventBatches([names], 40)());
  }
  return all;
}

type Records = readonly Pick<Names, "serviceId" | "invoiceId">[];

const readsOf = (all: Records) => [
  { paths: all.map((one) => `/api/v1/services/${one.serviceId}`), names: readNames.service },
  { paths: all.map((one) => `/api/v1/invoices/${one.invoiceId}`), names: readNames.invoice },
];

/** @throws Error when the peer answers less than the service */
export async function assertSameReads(servers: Servers, all: Records): Promise<void> {
  for (const path of readsOf(all).flatMap(({ paths }) => paths.slice(0, 1))) {
    const ours = await call(servers.service.url + path, 200);
    assertSameShape(ours, await call(servers.peer.url + path, 200));
  }
}

/** Services, and invoices with 20 usage events, by id, from the service and from the peer. */
export async function measureReads(
  servers: Servers,
  all: Records,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Shots> {
  const reads = readsOf(all);
  const sides = reads.flatMap(({ paths, names }) => {
    const of = { requestOf: gets(paths), status: 200 };
    return [
      httpSide(names.usance, [servers.service], of),
      httpSide(names.peer, [servers.peer], of),
    ];
  });
  return measureRounds("Reads", sides, rounds, { connections: readCallers, seconds });
}

export const readTargets = (reads: Shots | undefined): Target[] =>
  Object.entries(readNames).map(([noun, { usance, peer, bound }]) =>
    atLeast(`GET ${noun} to the peer`, bound, ratioIn(reads, usance, peer, "rate")),
  );
