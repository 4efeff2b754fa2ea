import { afterEach, beforeAll, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { pageSize } from "../../db/due-page.ts";

const service = useService({ LOG_LEVEL: "error" });
const story = new Story(restDoor, service);

const stuckIds = (noun: string) => Array.from({ length: pageSize }, (_, i) => `stuck-${noun}-${i}`);

/** From now on Postgres refuses to change rows whose ids begin with "stuck". */
beforeAll(async () => {
  const { db } = service().parts;
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$`;
  for (const table of ["invoices", "subscriptions", "checkout_sessions"]) {
    await db.$executeRawUnsafe(`
      CREATE TRIGGER stuck BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.id LIKE 'stuck-%')
      EXECUTE FUNCTION refuse()`);
  }
});

afterEach(async () => {
  const { db } = service().parts;
  const stuck = { where: { id: { startsWith: "stuck-" } } };
  await db.invoice.deleteMany(stuck);
  await db.subscription.deleteMany(stuck);
  await db.checkoutSession.deleteMany(stuck);
});

async function stuckInvoices(dueAt: Date): Promise<void> {
  const { db } = service().parts;
  const { id } = await story.anInvoice({});
  const { linkToken: _, ...like } = await db.invoice.findUniqueOrThrow({ where: { id } });
  const data = stuckIds("invoice").map((stuck) => ({ ...like, id: stuck, dueAt }));
  await db.invoice.createMany({ data });
}

async function stuckSessions(expiresAt: Date | null): Promise<void> {
  const { db } = service().parts;
  const { id } = await story.aCheckoutSession({});
  const { referenceHash: _, ...like } = await db.checkoutSession.findUniqueOrThrow({
    where: { id },
  });
  const data = stuckIds("session").map((stuck) => ({
    ...like,
    id: stuck,
    expiresAt,
    invoiceId: stuck,
    subscriptionId: stuck,
  }));
  await db.checkoutSession.createMany({ data });
}

async function stuckSubscriptions(currentPeriodEnd: Date): Promise<void> {
  const { db } = service().parts;
  await stuckSessions(null);
  const { id } = await story.aSubscription({ billingInterval: "DAY" });
  const like = await db.subscription.findUniqueOrThrow({ where: { id } });
  const data = stuckIds("subscription").map((stuck, i) => ({
    ...like,
    id: stuck,
    checkoutSessionId: `stuck-session-${i}`,
    currentPeriodEnd,
  }));
  await db.subscription.createMany({ data });
  await db.subscription.delete({ where: { id } });
}

const failuresOf = (noun: string) =>
  service().logged.flatMap(({ id }) =>
    typeof id === "string" && id.startsWith(`stuck-${noun}`) ? [id] : [],
  );

it("expires the invoices after a page of failing ones, and reports each failure once", async () => {
  const { db, clock } = service().parts;
  await stuckInvoices(new Date(clock.now().getTime() + 60_000));
  const { id } = await story.anInvoice({ dueAt: service().clock.in(61) });
  service().clock.advance(62);

  await service().parts.due.advanceAll(service().parts, "invoices");

  expect((await db.invoice.findUniqueOrThrow({ where: { id } })).status).toBe("EXPIRED");
  expect(failuresOf("invoice").sort()).toEqual(stuckIds("invoice").sort());
});

it("renews the subscriptions after a page of failing ones, and reports each failure once", async () => {
  const { db, clock } = service().parts;
  await stuckSubscriptions(new Date(clock.now().getTime() + 60_000));
  const { id, currentPeriodEnd } = await story.aSubscription({ billingInterval: "DAY" });
  service().clock.advance(86_401);

  await service().parts.due.advanceAll(service().parts, "subscriptions");

  const { currentPeriodStart } = await db.subscription.findUniqueOrThrow({ where: { id } });
  expect(currentPeriodStart.toISOString()).toBe(currentPeriodEnd);
  expect(failuresOf("subscription").sort()).toEqual(stuckIds("subscription").sort());
});

it("expires the checkout sessions after a page of failing ones, and reports each failure once", async () => {
  const { db, clock } = service().parts;
  await stuckSessions(new Date(clock.now().getTime() + 60_000));
  const { id } = await story.aCheckoutSession({ expiresAt: service().clock.in(61) });
  service().clock.advance(62);

  await service().parts.due.advanceAll(service().parts, "checkoutSessions");

  expect((await db.checkoutSession.findUniqueOrThrow({ where: { id } })).status).toBe("EXPIRED");
  expect(failuresOf("session").sort()).toEqual(stuckIds("session").sort());
});
