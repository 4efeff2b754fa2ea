import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";
import { until } from "../../../../test/harness/until.ts";

/* A key that ends between a request's authentication and its write's transaction, and within that. */

const service = useService();
const refused = { status: 401, body: { error: "A valid API key is required." } };
const platform = new Story(restDoor, service);
const aKey = async () => (await platform.done("apiKeys.create", { name: "A key" })).apiKey;

/** A connection to the database beside the service's. */
async function connected(): Promise<Client> {
  const client = new Client({ connectionString: service().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Waits until as many sessions wait for a lock. */
async function untilWaiting(client: Client, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database() AND NOT granted",
    );
    return rows.length >= count;
  });
}

describe("a revoked key", () => {
  const call = (operation: string, input: object, key: string) =>
    restDoor.call(service().url, operation, input, key);

  it("a request is refused for a key that was revoked after the process cached it", () =>
    forRows(
      [
        ["apiKeys.create", async () => ({ name: "Another" })],
        ["apiKeys.rotate", async () => ({ apiKeyId: (await aKey()).id, overlapSeconds: 0 })],
        ["apiKeys.revoke", async () => ({ apiKeyId: (await aKey()).id })],
        ["services.create", async () => ({ name: "A", owner: { email: "new@example.com" } })],
        ["invoices.finalize", async () => ({ invoiceId: (await platform.anInvoice()).id })],
        ["settlements.create", async () => platform.settlementOf(await platform.anInvoice())],
      ],
      async (name, input) => {
        const [{ id, secret }, given] = [await aKey(), await input()];
        expect((await call("services.list", {}, secret)).status).toBe(200);

        // Not through the service: this process goes on believing what it has read.
        const revoke = { where: { id }, data: { revokedAt: service().clock.now() } };
        await service().parts.db.apiKey.update(revoke);
        const answer = await call(name, given, secret);

        expect(answer).toMatchObject(refused);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
        const written = await platform.done("auditEvents.list", { apiKeyId: id });
        expect(written.auditEvents).toEqual([]);
      },
    ));
});

it("a revoked key gets no stored answer either", async () => {
  const { id, secret } = await aKey();
  const input = { name: "A", owner: { email: "new@example.com" } };
  const headers = { "Idempotency-Key": `of-${id}` };
  const create = () => restDoor.call(service().url, "services.create", input, secret, headers);
  expect((await create()).status).toBe(201);
  expect((await create()).headers.get("idempotent-replayed")).toBe("true");
  const revoke = { where: { id }, data: { revokedAt: service().clock.now() } };
  await service().parts.db.apiKey.update(revoke);
  expect(await create()).toMatchObject(refused);
});

it("a revocation waits for the key's writes in progress, and later writes are refused", async () => {
  const [holder, { id, secret }] = [await connected(), await aKey()];
  await holder.query("BEGIN");
  await holder.query("LOCK TABLE services IN EXCLUSIVE MODE");
  const done: string[] = [];
  const owner = { email: "owner@example.com" };
  const write = () => platform.call("services.create", { name: "A", owner }, secret);
  const noted = (what: string) => (answer: { status: number }) => {
    done.push(`${what} ${answer.status}`);
  };

  const first = write().then(noted("write"));
  await untilWaiting(holder, 1);
  const revoked = platform.call("apiKeys.revoke", { apiKeyId: id }).then(noted("revocation"));
  await untilWaiting(holder, 2);
  const behind = write().then(noted("write behind it"));
  await untilWaiting(holder, 3);
  expect(done).toEqual([]);
  await holder.query("COMMIT");
  await Promise.all([first, revoked, behind]);

  expect(done[0]).toBe("write 201");
  expect(done.slice(1).sort()).toEqual(["revocation 200", "write behind it 401"]);
});

it("when two keys revoke each other at once, only one succeeds", async () => {
  const keys = [await aKey(), await aKey()] as const;
  const revoke = (by: number, of: number) =>
    platform.call("apiKeys.revoke", { apiKeyId: keys[of]?.id }, keys[by]?.secret);

  const answers = await Promise.all([revoke(0, 1), revoke(1, 0)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

it("a key created while its maker is revoked is revoked too", async () => {
  const maker = await aKey();
  const [made] = await Promise.all([
    platform.call("apiKeys.create", { name: "Made" }, maker.secret),
    platform.done("apiKeys.revoke", { apiKeyId: maker.id }),
  ]);

  const where = { createdBy: maker.id, revokedAt: null };
  expect([201, 401]).toContain(made.status);
  expect(await service().parts.db.apiKey.count({ where })).toBe(0);
});
