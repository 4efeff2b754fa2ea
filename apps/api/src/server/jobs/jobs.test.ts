import { expect, it } from "vitest";
import { sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { claimDueJobs } from "./due-jobs.ts";

const service = useService({ LOG_LEVEL: "error" });
const story = new Story(restDoor, service);

const makeDue = "UPDATE jobs SET next_run_at = now()";

it("jobs apply due changes without a read", async () => {
  const session = await story.aCheckoutSession({ expiresAt: service().clock.in(60) });
  const invoice = await story.anInvoice({ dueAt: service().clock.in(60) });
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  service().clock.advance(86_500);

  const stop = service().startJobs();
  await sql(service().databaseUrl, makeDue);

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
  await stop();
});

it("of several processes, one claims a due job, and the job is due again at the next full minute", async () => {
  const { parts, databaseUrl } = service();
  const names = ["one", "another", "ahead", "new"];
  await sql(
    databaseUrl,
    `INSERT INTO jobs SELECT name, now() - interval '1 hour'
       FROM unnest(ARRAY['one', 'another', 'of-a-newer-version']) AS name`,
  );

  await sql(databaseUrl, "INSERT INTO jobs VALUES ('ahead', now() + interval '1 day')");
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimDueJobs(parts.db, names)));

  expect(claims.flat().toSorted()).toEqual(["ahead", "another", "new", "one"]);
  const moved = await sql(
    databaseUrl,
    `SELECT name FROM jobs WHERE name = ANY($1) AND date_trunc('minute', next_run_at) = next_run_at
        AND next_run_at > now() AND next_run_at <= now() + interval '1 minute' ORDER BY name`,
    [[...names, "of-a-newer-version"]],
  );
  expect(moved).toEqual(["ahead", "another", "new", "one"].map((name) => ({ name })));
});

it("a job that fails is logged, and runs again at its next time", async () => {
  const { databaseUrl, logged, parts } = service();
  const old = { id: "old", requestHash: "", answer: {}, createdAt: new Date(0) };
  await parts.db.idempotencyKey.create({ data: old });
  await sql(databaseUrl, "ALTER TABLE idempotency_keys RENAME TO away");
  const stop = service().startJobs();

  await sql(databaseUrl, makeDue);
  await until(() => logged.some(({ msg }) => msg === "job forget-answers failed"));
  await sql(databaseUrl, "ALTER TABLE away RENAME TO idempotency_keys");
  await sql(databaseUrl, makeDue);

  await until(async () => (await parts.db.idempotencyKey.count()) === 0);
  await stop();
});
