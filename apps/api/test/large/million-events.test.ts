import { verifyUsageProof } from "@usance/proofs";
import { expect, it } from "vitest";
import { sql } from "../harness/database.ts";
import { restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);
const events = 1_000_000;

it("a bill of a million events takes at most half longer than their quote, and proves one in 2 kB", async () => {
  const subscription = await story.aSubscription({ billingInterval: "MONTH" });
  const { id: subscriptionId, serviceId, paymentPlanId, userId, currentPeriodStart } = subscription;
  const components = [
    { type: "PER_UNIT", description: "Tokens", prefix: "tokens", unitAmount: "0.000001" },
  ];
  await story.aRateCard({ paymentPlanId, components });
  const { ownerId } = (await story.done("services.get", { serviceId })).service;
  await sql(
    service().databaseUrl,
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at,
                               created_at)
     SELECT left(md5(i::text), 24), $1, $2, $3, $4,
            CASE WHEN i % 4 = 0 THEN 'images:' ELSE 'tokens:' END || md5(i::text), i % 100000 / 7.0,
            $5::timestamptz + i * interval '1 second', now()
       FROM generate_series(1, ${events}) AS i`,
    [serviceId, ownerId, subscriptionId, userId, currentPeriodStart],
  );
  await sql(service().databaseUrl, "VACUUM ANALYZE usage_events");
  const from = currentPeriodStart;
  const to = new Date(Date.parse(from) + (events + 1) * 1_000).toISOString();
  const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const start = performance.now();
    return [await work(), performance.now() - start];
  };
  const ask = () => story.done("quotes.create", { subscriptionId, from, to });
  await ask(); // the first one reads the index from the disk

  const [{ quote }, quoteMs] = await timed(ask);
  const of = { serviceId, paymentPlanId, userId, subscriptionId, usage: { from, to } };
  const bill = { ...of, amount: quote.amount, usageHash: quote.usageHash };
  const [{ invoice }, billMs] = await timed(() => story.done("invoices.create", bill));

  expect(quote.usageEventCount).toBe(events);
  expect(billMs, `quote: ${quoteMs} ms`).toBeLessThan(1.5 * quoteMs);
  const { id: invoiceId } = invoice;
  const { proof } = await story.done("invoices.proof", { invoiceId });
  const where = { subscriptionId };
  const one = await service().parts.db.usageEvent.findFirstOrThrow({ where, skip: 777_777 });
  const { eventKey } = one;
  const { usageProof } = await story.done("invoices.usageProof", { invoiceId, eventKey });
  expect(verifyUsageProof(proof.bill, usageProof)).toBe(true);
  expect(JSON.stringify(usageProof).length).toBeLessThan(2_000);
  await sql(service().databaseUrl, "UPDATE usage_events SET occurred_at = $1", [from]);
  expect(await story.refusal("quotes.create", { subscriptionId, from, to })).toMatch(/^503 /);
  process.stdout.write(`quote ${Math.round(quoteMs)} ms, bill ${Math.round(billMs)} ms\n`);
}, 400_000);
