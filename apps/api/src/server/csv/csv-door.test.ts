import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputs } from "../../../test/access/inputs.ts";
import { onCitus, sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { makeAllRoots } from "../../../test/harness/make-roots.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { payments, testKey, useService, withEmails } from "../../../test/harness/service.ts";
import { aKey, aSeller, payerAddress, type Seller, Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { readCsvRecords } from "../../kit/csv-records.ts";
import { operations } from "../router.ts";
import { lineOf } from "./cell.ts";
import { columnsOf, valueAt } from "./columns.ts";
import { answerCsv } from "./csv-door.ts";

const service = useService({ ...payments, ...withEmails });
const lists = operations.filter(({ list }) => list !== undefined);

/** Reads a list as CSV. */
async function readCsv(path: string, key = testKey) {
  const headers = { Accept: "text/csv", Authorization: `Bearer ${key}` };
  const response = await fetch(service().url + path, { headers });
  // Programs would take a byte order mark for a part of the first name; `text()` would hide it.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  async function* texts() {
    yield text;
  }
  const records = await Array.fromAsync(readCsvRecords(texts(), 1_000_000));
  const [header = [], ...rows] = records.map((cells) => cells ?? []);
  return { response, text, header, rows };
}

/** The path of a list with its input. */
function pathOf(path: string, input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  for (const [name, value] of Object.entries(input)) {
    if (!path.includes(`{${name}}`)) query.set(name, String(value));
  }
  return `${filled}?${query}`;
}

/** Makes a record of lists whose input finds none. */
const recordOf: Readonly<
  Record<string, (story: Story, input: Readonly<Record<string, unknown>>) => Promise<unknown>>
> = {
  "plans.list": (story, { serviceId }) => story.aPlan(String(serviceId)),
  "subscribers.list": (story) => story.aSubscription(),
  "usageEvents.list": (story, { serviceId, subscriptionId, userId, invoiceId }) => {
    const of = { id: String(subscriptionId), serviceId: String(serviceId), userId: String(userId) };
    return story.done("usageEvents.create", story.usageOf(of, { invoiceId }));
  },
  "subjects.list": async (story, { subscriptionId }) => {
    const { subscription } = await story.done("subscriptions.get", { subscriptionId });
    return story.aUsageEvent(subscription, { subject: "agent-7" });
  },
  "usageRoots.list": aRoot,
  "usageRoots.changes": aRoot,
  "walletGrants.list": (story) =>
    story.done("walletGrants.create", {
      name: "A",
      walletAddress: payerAddress,
      scopes: ["services:read"],
    }),
  "portalSessions.list": (story, { userId }) => story.done("portalSessions.create", { userId }),
  "dashboardSessions.list": (story) => story.done("dashboardSessions.create", {}),
  "webhookEndpoints.list": (story) => story.aWebhookEndpoint(),
  "testClocks.list": (story) =>
    story.done("testClocks.create", { now: "2027-01-01T00:00:00.000Z" }),
};

async function aRoot(story: Story, { subscriptionId }: Readonly<Record<string, unknown>>) {
  const { subscription } = await story.done("subscriptions.get", { subscriptionId });
  await story.aUsageEvent(subscription);
  await makeAllRoots(service());
}

it("every list with a key can be read as CSV", () => {
  const paged = operations.filter(
    ({ name, scope }) => /\.(?:list|entries|changes|upcomingCharges)$/.test(name) && scope !== null,
  );
  expect(lists.map(({ name }) => name).toSorted()).toEqual(
    paged.map(({ name }) => name).toSorted(),
  );
});

it("every list as CSV has a column per field, and the rows of the answer in JSON", () =>
  forRows(lists, async ({ name, path, list }) => {
    if (list === undefined) throw new Error("Every one of these is a list.");
    const seller: Seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const input = (await inputs[name]?.(story)) ?? {};
    await recordOf[name]?.(story, input);
    const columns = columnsOf(list.item);
    service().clock.stand(); // some answers say when they were calculated

    const { response, text } = await readCsv(pathOf(path, input), seller.key);

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const items: object[] = (await story.done(name, input))[list.items];
    service().clock.go();
    expect(items.length).toBeGreaterThan(0);
    const rows = items.map((item) => columns.map((column) => valueAt(item, column)));
    expect(text).toBe([columns.map((column) => column.name), ...rows].map(lineOf).join(""));
  }));

describe("a list as CSV", () => {
  /** A seller with audit events, of which only the time and the id differ. */
  async function aSellerWithEvents(count: number) {
    const seller = await aSeller(service);
    await sql(
      service().databaseUrl,
      `INSERT INTO audit_events (id, owner_id, api_key_id, operation, record_id, request_id, created_at)
       SELECT 'e' || to_char(i, 'FM0000000') || left(md5($1), 8), $1, 'key', 'invoices.create', 'of ' || $1, 'request',
              timestamptz '2026-01-01Z' + i / 3 * interval '1 second'
         FROM generate_series(1, ${count}) AS i`,
      [seller.id],
    );
    return { key: seller.key, recordId: `of ${seller.id}` };
  }

  it("is whole, in the order of its pages", async () => {
    const { key, recordId } = await aSellerWithEvents(1_201);

    const { header, rows } = await readCsv(`/api/v1/audit-events?recordId=${recordId}`, key);

    const ids = rows.map((row) => row[header.indexOf("id")] ?? "");
    expect(ids).toHaveLength(1_201);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it.skipIf(onCitus)("is whole, also if the places in its cursors are its own", async () => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const subscription = await story.aSubscription();
    await sql(
      service().databaseUrl,
      `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at, created_at)
       SELECT left(md5(id || i), 24), service_id, owner_id, id, user_id, i, 1, now(), now()
         FROM subscriptions, generate_series(1, 250) AS i WHERE id = $1`,
      [subscription.id],
    );
    await makeAllRoots(service());
    await sql(
      service().databaseUrl,
      `INSERT INTO usage_roots (subscription_id, number, event_count, void_count, changes_hash, root, through, created_at)
       SELECT $1, i, 0, 0, '', '', through, now() FROM usage_roots_progress, generate_series(2, 250) AS i`,
      [subscription.id],
    );

    for (const list of ["usage-roots", "usage-changes"]) {
      const { rows } = await readCsv(
        `/api/v1/subscriptions/${subscription.id}/${list}`,
        seller.key,
      );
      expect(new Set(rows.map(String)).size, list).toBe(250);
    }
  });

  it("is one page with a limit, and begins at a cursor", async () => {
    const { key, recordId } = await aSellerWithEvents(5);
    const of = { recordId };
    const page = await restDoor.call(service().url, "auditEvents.list", { ...of, limit: 2 }, key);
    const { nextCursor } = page.body;

    expect(
      (await readCsv(`/api/v1/audit-events?recordId=${recordId}&limit=2`, key)).rows,
    ).toHaveLength(2);
    expect(
      (await readCsv(`/api/v1/audit-events?recordId=${recordId}&cursor=${nextCursor}`, key)).rows,
    ).toHaveLength(3);
  });

  it("is its header alone if it is empty", async () => {
    const { key } = await aSeller(service);
    const { text } = await readCsv("/api/v1/settlements", key);
    expect(text).toMatch(/^"id","invoiceId",[^\r\n]+\r\n$/);
  });

  it("runs no formula of a subscriber, and keeps negative amounts numbers", async () => {
    const story = new Story(restDoor, service, await aSeller(service));
    const { id: checkoutSessionId } = await story.aCheckoutSession();
    const user = { email: "pat@example.com", name: '=HYPERLINK("https://evil.example","x")' };
    const { checkoutSession } = await story.done("checkoutSessions.complete", {
      checkoutSessionId,
      user,
    });
    const { userId } = checkoutSession.subscriptions[0];
    const { text } = await readCsv(`/api/v1/subscribers?search=${userId}`);
    const balance = await story.aBalance();
    await story.done("holds.create", story.holdOf(balance));
    const entries = await readCsv(`/api/v1/balances/${balance.id}/entries`);

    expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")",`);
    const [newest = []] = entries.rows;
    expect(newest[entries.header.indexOf("available")]).toBe("-0.500000");
  });

  it("an input that breaks a rule is refused as in JSON", () =>
    forRows(
      [
        ["/api/v1/invoices?cursor=x", 400, "cursor must be a nextCursor of this list."],
        ["/api/v1/balances/unknown/entries", 404, "Balance was not found."],
      ],
      async (path, status, error) => {
        const { response, text } = await readCsv(path);
        expect(response.status).toBe(status);
        expect(JSON.parse(text)).toEqual({ error });
      },
    ));

  it("needs the key and its scope", async () => {
    const { secret } = await aKey(service(), { scopes: ["plans:read"] });

    expect((await readCsv("/api/v1/invoices", "wrong")).response.status).toBe(401);
    expect((await readCsv("/api/v1/invoices", secret)).response.status).toBe(403);
  });

  it("ends when its key is revoked", async () => {
    const { key, recordId } = await aSellerWithEvents(100_000);
    const url = `${service().url}/api/v1/audit-events?recordId=${recordId}`;
    const headers = { Accept: "text/csv", Authorization: `Bearer ${key}` };
    const { body } = await fetch(url, { headers });
    const reader = body?.getReader();
    await reader?.read();
    await service().parts.db.apiKey.updateMany({
      where: { start: key.slice(0, "usance_".length + 4) },
      data: { revokedAt: service().clock.now() },
    });

    let lines = 0;
    const rest = async () => {
      for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
        lines += Buffer.from(chunk.value).toString().split("\n").length;
      }
    };
    await expect(rest()).rejects.toThrow("terminated");
    expect(lines).toBeLessThan(100_000);
  });

  it("is answered to HEAD with the head alone", async () => {
    const headers = { Accept: "text/csv", Authorization: `Bearer ${testKey}` };
    const response = await fetch(`${service().url}/api/v1/services`, { method: "HEAD", headers });
    expect(response.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(await response.text()).toBe("");
  });
});

describe("a caller that reads slowly", () => {
  /** A server whose list has no end. @returns its address, and how many pages were read and whether reading ended */
  async function endless() {
    const seen = { pages: 0, isOver: false };
    const row = { text: "x".repeat(1_000) };
    async function* pages() {
      try {
        for (;;) {
          seen.pages += 1;
          yield Array.from({ length: 500 }, () => row);
          await sleep(1);
        }
      } finally {
        seen.isOver = true;
      }
    }
    const item = z.object({ text: z.string() });
    const server = createServer((req: IncomingMessage, res: ServerResponse) => {
      const exchange = { req, res, headers: {}, failure: null };
      void answerCsv(item, pages(), { headers: {} }, exchange);
    });
    const { url } = await onFreePort(server);
    return { seen, url: new URL(url), server };
  }

  it("is waited for, and ends the reading when it leaves", async () => {
    const { seen, url, server } = await endless();
    const socket = connect(Number(url.port), url.hostname);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    socket.pause();
    await until(() => seen.pages > 0);
    let before = -1;
    while (before !== seen.pages) {
      before = seen.pages;
      await sleep(300);
    }
    expect(seen.pages).toBeLessThan(100); // 50 MB: the sockets' buffers

    let received = 0;
    socket.on("data", (data) => {
      received += data.length;
    });
    socket.resume();
    await until(() => received > 100_000_000);
    expect(seen.isOver).toBe(false);
    socket.destroy();
    await until(() => seen.isOver);
    server.close();
  });
});
