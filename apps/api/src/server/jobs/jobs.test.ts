import { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";

const service = useService();
const story = new Story(restDoor, service);

it("jobs apply due changes without a read", async () => {
  const session = await story.aCheckoutSession({ expiresAt: service().clock.in(60) });
  const invoice = await story.anInvoice({ dueAt: service().clock.in(60) });
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  service().clock.advance(86_500);

  const running = await service().startJobs();
  await running.enqueue("expire-checkout-sessions");
  await running.enqueue("expire-invoices");
  await running.enqueue("renew-subscriptions");

  const { db } = service().parts;
  await until(async () => {
    const where = { where: { id: session.id } };
    expect((await db.checkoutSession.findUniqueOrThrow(where)).status).toBe("EXPIRED");
    const billed = { where: { id: invoice.id } };
    expect((await db.invoice.findUniqueOrThrow(billed)).status).toBe("EXPIRED");
    const renewed = { where: { id: subscription.id } };
    const { currentPeriodStart } = await db.subscription.findUniqueOrThrow(renewed);
    expect(currentPeriodStart.toISOString()).toBe(subscription.currentPeriodEnd);
  });
  await running.stop();
});

it("jobs run every minute, and those of a newer version stay", async () => {
  const others = new PgBoss(service().databaseUrl);
  await others.start();
  await others.createQueue("of-a-newer-version");
  await others.schedule("of-a-newer-version", "* * * * *");
  await others.stop();
  const running = await service().startJobs();
  await running.stop();
  const pool = new Pool({ connectionString: service().databaseUrl });
  const { rows } = await pool.query("SELECT name, cron FROM pgboss.schedule ORDER BY name");
  await pool.end();

  expect(rows).toEqual([
    { name: "check-logos", cron: "* * * * *" },
    { name: "check-spending-caps", cron: "* * * * *" },
    { name: "collect-invoices", cron: "* * * * *" },
    { name: "expire-checkout-sessions", cron: "* * * * *" },
    { name: "expire-credits-and-holds", cron: "* * * * *" },
    { name: "expire-invoices", cron: "* * * * *" },
    { name: "forget-answers", cron: "* * * * *" },
    { name: "forget-dashboard-sessions", cron: "* * * * *" },
    { name: "forget-portal-sessions", cron: "* * * * *" },
    { name: "forget-rate-limits", cron: "* * * * *" },
    { name: "forget-webhook-events", cron: "* * * * *" },
    { name: "give-up-webhooks", cron: "* * * * *" },
    { name: "of-a-newer-version", cron: "* * * * *" },
    { name: "renew-subscriptions", cron: "* * * * *" },
    { name: "top-up-balances", cron: "* * * * *" },
    { name: "work-at-test-clocks", cron: "* * * * *" },
  ]);
});
