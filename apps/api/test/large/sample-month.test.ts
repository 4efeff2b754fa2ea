import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type UsanceClient, usanceClient } from "@usance/sdk";
import { beforeEach, expect, it } from "vitest";
import { sampleMonth } from "../../src/cli/dev/sample-month/sample-month.ts";
import { adminKey } from "../harness/chain.ts";
import { onFreePort } from "../harness/on-free-port.ts";
import { testKey, useService } from "../harness/service.ts";

const service = useService();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "usance-sample-"));
  return () => rm(folder, { recursive: true });
});

function make(url = service().url) {
  const { anvil, contract: address, clock } = service();
  const registry = { rpcUrl: anvil.url, address, adminKey } as const;
  const usance = usanceClient({ baseUrl: url, apiKey: testKey });
  return sampleMonth(usance, { now: clock.now(), registry }, folder);
}

/** What a seller has, by status. */
async function salesOf(usance: UsanceClient, ownerId: string) {
  const all = async <Item>(list: AsyncIterable<Item>) => Array.fromAsync(list);
  const services = (await all(usance.services.list())).filter((one) => one.ownerId === ownerId);
  const ofServices = async <Item>(list: (serviceId: string) => AsyncIterable<Item>) =>
    (await Promise.all(services.map(({ id }) => all(list(id))))).flat();
  const statuses = (records: readonly { readonly status: string }[]) =>
    records.map(({ status }) => status).toSorted();
  const events = await ofServices((serviceId) =>
    usance.usageEvents.list({ serviceId, limit: 100 }),
  );
  const payments = await ofServices((serviceId) => usance.settlements.list({ serviceId }));
  return {
    services: services.length,
    subscriptions: (await ofServices((serviceId) => usance.subscriptions.list({ serviceId })))
      .length,
    invoices: statuses(await ofServices((serviceId) => usance.invoices.list({ serviceId }))),
    settlements: statuses(payments),
    paymentDays: new Set(payments.map(({ createdAt }) => createdAt.slice(0, 10))).size,
    creditNotes: statuses(await ofServices((serviceId) => usance.creditNotes.list({ serviceId }))),
    balances: (await ofServices((serviceId) => usance.balances.list({ serviceId }))).map(
      ({ available, held }) => ({ available, held }),
    ),
    endpoints: (await all(usance.webhookEndpoints.list())).filter((one) => one.ownerId === ownerId)
      .length,
    days: new Set(events.map(({ occurredAt }) => occurredAt.slice(0, 10))).size,
    events: events.length,
  };
}

const sales = {
  services: 2,
  subscriptions: 8,
  invoices: ["DRAFT", "EXPIRED", "OPEN", "OPEN", "OPEN", ...Array(9).fill("PAID"), "VOID"],
  settlements: [...Array(9).fill("CONFIRMED"), "FAILED"],
  creditNotes: ["APPLIED", "ISSUED", "REFUNDED"],
  balances: [{ available: "38.050000", held: "0.750000" }],
  endpoints: 1,
  days: 31,
  paymentDays: 8,
};

it("a month of sales has records in every state, and is made once, also when it is interrupted", async () => {
  const usance = usanceClient({ baseUrl: service().url, apiKey: testKey });
  for (const calls of [3, 17, 30]) {
    const { url, close } = await breakingAfter(calls);
    await expect(make(url)).rejects.toThrow();
    close();
  }

  const { ownerId, isNew } = await make();
  const made = await salesOf(usance, ownerId);
  const again = await make();

  expect(made).toMatchObject(sales);
  expect(made.events).toBeGreaterThan(1_000);
  expect([isNew, again.isNew]).toEqual([true, false]);
  expect(again.ownerId).toBe(ownerId);
  expect(await salesOf(usance, ownerId)).toEqual(made);
}, 240_000);

/** A service that loses the answer of every call after some. */
async function breakingAfter(calls: number) {
  let count = 0;
  const server = createServer(async (req, res) => {
    count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { method = "GET", url = "" } = req;
    const headers = new Headers();
    for (const name of ["authorization", "content-type", "idempotency-key"]) {
      const value = req.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const body = method === "GET" ? undefined : Buffer.concat(chunks);
    const answer = await fetch(service().url + url, { method, headers, ...(body && { body }) });
    const text = await answer.text();
    if (count > calls) res.destroy();
    else res.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
  });
  const { url } = await onFreePort(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}
