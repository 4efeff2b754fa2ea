import { beforeAll, expect, it } from "vitest";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { openPool } from "../db/pool.ts";
import { type RunStatement, statementRunner } from "../db/statements.ts";
import { Amount } from "../kit/money.ts";
import { insertUsage } from "./insert-usage.ts";
import { UsageWriter } from "./usage-writer.ts";

/** Citus has no trigger on a distributed table. */
const inOneTable = it.skipIf(onCitus);

const service = useService();
const story = new Story(restDoor, service);

/** Stores with each event the records that it names, as its statement saw them: a STABLE function has its snapshot. */
beforeAll(async () => {
  if (onCitus) return;
  const { db } = service().parts;
  await db.$executeRaw`ALTER TABLE usage_events ADD COLUMN seen jsonb`;
  await db.$executeRaw`
    CREATE FUNCTION see() RETURNS trigger STABLE LANGUAGE plpgsql AS $$
      BEGIN
        NEW.seen = jsonb_build_object(
          'service', (SELECT name FROM services WHERE id = NEW.service_id),
          'user', (SELECT name FROM users WHERE id = NEW.user_id),
          'subscription', (SELECT updated_at FROM subscriptions WHERE id = NEW.subscription_id),
          'invoice', (SELECT amount FROM invoices WHERE id = NEW.invoice_id));
        RETURN NEW;
      END $$`;
  await db.$executeRaw`
    CREATE TRIGGER see BEFORE INSERT ON usage_events FOR EACH ROW EXECUTE FUNCTION see()`;
});

inOneTable(
  "answers with each record as the statement that recorded the event saw it, while all change, in one table",
  async () => {
    const { db } = service().parts;
    const invoices = [await story.anInvoice(), await story.anInvoice(), await story.anInvoice()];
    let isDone = false;
    /** Changes a record again and again, each time to a value that it never had. */
    const changing = async (change: (count: number) => Promise<unknown>) => {
      for (let count = 1; !isDone; count += 1) await change(count);
    };
    const changes = invoices.flatMap(({ id, serviceId, userId, subscriptionId }) => [
      changing((count) =>
        db.service.update({ where: { id: serviceId }, data: { name: `name ${count}` } }),
      ),
      changing((count) =>
        db.user.update({ where: { id: userId }, data: { name: `name ${count}` } }),
      ),
      changing((count) =>
        db.subscription.update({
          where: { id: subscriptionId },
          data: { updatedAt: new Date(count) },
        }),
      ),
      changing((count) => db.invoice.update({ where: { id }, data: { amount: count } })),
    ]);

    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, caller) => {
        const events: { readonly id: string; readonly service: { readonly name: string } }[] = [];
        for (let count = 0; count < 25; count += 1) {
          const invoice = invoices[(caller + count) % invoices.length];
          const { id: invoiceId, subscriptionId: id, ...of } = invoice;
          events.push(await story.aUsageEvent({ ...of, id }, count % 2 === 0 ? { invoiceId } : {}));
        }
        return events;
      }),
    );
    isDone = true;
    await Promise.all(changes);

    const rows = await db.$queryRaw<{ id: string; seen: Record<string, unknown> }[]>`
    SELECT id, seen FROM usage_events`;
    const seen = new Map(rows.map((row) => [row.id, row.seen]));
    const shown = answers.flat();
    expect(new Set(shown.map((event) => event.service.name)).size).toBeGreaterThan(5);
    for (const event of shown) expect(whatIsShown(event)).toEqual(whatWasSeen(seen.get(event.id)));
  },
  60_000,
);

// biome-ignore lint/suspicious/noExplicitAny: an answer
const whatIsShown = ({ service, user, subscription, invoice }: any) => ({
  service: service.name,
  user: user.name,
  subscription: subscription.updatedAt,
  invoice: invoice?.amount ?? null,
});

// biome-ignore lint/suspicious/noExplicitAny: JSON
const whatWasSeen = (seen: any) => ({
  ...seen,
  subscription: new Date(seen.subscription).toISOString(),
  invoice: seen.invoice === null ? null : new Amount(seen.invoice).toFixed(6),
});

inOneTable(
  "reads records again only when they have changed, or the server has, in one table",
  async () => {
    const { db, clock } = service().parts;
    const invoice = await story.anInvoice();
    const pool = openPool(service().databaseUrl, 1);
    let server = "first";
    const run: RunStatement = (statement, values) =>
      statementRunner(pool)(
        { text: statement.text.replaceAll("pg_postmaster_start_time()", `'${server}'`) },
        values,
      );
    const writer = new UsageWriter((batch) => insertUsage(run, batch), false);
    let count = 0;
    const readRecords = async () => {
      count += 1;
      const { subscriptionId, serviceId, userId, id: invoiceId } = invoice;
      const input = {
        ...{ subscriptionId, serviceId, userId, invoiceId },
        ...{ eventKey: `key ${count}`, quantity: new Amount(1), occurredAt: undefined },
        ...{ subject: undefined, balanceId: undefined, charge: undefined },
      };
      const event = {
        input,
        charge: null,
        tenant: null,
        apiKeyId: "bootstrap",
        idempotencyHash: null,
      };
      const { metered, references } = await writer.write([event], clock.now());
      expect(metered).toMatchObject([{ outcome: "recorded" }]);
      return references.read;
    };

    expect(await readRecords()).toBe(4);
    expect(await readRecords()).toBe(0);
    await db.service.update({ where: { id: invoice.serviceId }, data: { name: "another" } });
    expect(await readRecords()).toBe(1);
    expect(await readRecords()).toBe(0);
    server = "second";
    expect(await readRecords()).toBe(4);
    expect(await readRecords()).toBe(0);

    await pool.end();
  },
);
