import { expect, it, vi } from "vitest";
import { aCappedSubscription } from "../../../test/harness/checkout.ts";
import { sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPortal, revocationOf } from "../../../test/harness/portal.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { explained, nodesOf } from "../../../test/lists/explained.ts";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { checkCaps } from "./check-caps.ts";
import { findLastCollectedOfLowCap } from "./store.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const hour = 3_600;

/** A subscription with a cap, and the transaction with which its wallet revokes it. */
async function aCapped() {
  const { payer, subscription } = await aCappedSubscription(story, "100", {
    billingInterval: "MONTH",
  });
  const { id: subscriptionId, userId } = subscription;
  const of = { portalToken: await aPortal(story, userId), subscriptionId };
  const { id } = (await story.done("portal.spendingCap", of)).spendingCap;
  const revoke = async () => payer.send(await revocationOf(service(), subscriptionId));
  return { id, subscription, subscriptionId, revoke };
}

const capOf = ({ id }: { readonly id: string }) =>
  service().parts.db.spendingCap.findUniqueOrThrow({ where: { id } });

async function revocationsOf(subscriptionId: string): Promise<number> {
  const { events } = await story.done("events.list", { type: "subscription.cap_revoked" });
  return events.filter(
    ({ data }: { data: { subscription: { id: string } } }) =>
      data.subscription.id === subscriptionId,
  ).length;
}

it("a cap that its wallet revokes by itself is noticed within the hour, with one event", async () => {
  const capped = await aCapped();
  const other = await aCapped();
  await capped.revoke();

  await checkCaps(service().parts);
  expect(await revocationsOf(capped.subscriptionId)).toBe(0);
  service().clock.advance(hour);
  const processes = [1, 2, 3].map(() => checkCaps(service().parts));
  await Promise.all(processes);
  await checkCaps(service().parts);

  expect((await capOf(capped)).revokedAt).toBeInstanceOf(Date);
  expect(await revocationsOf(capped.subscriptionId)).toBe(1);
  expect((await capOf(other)).revokedAt).toBeNull();
  expect(await revocationsOf(other.subscriptionId)).toBe(0);
});

it("a cap is checked every hour until it ends, and what was spent is kept", async () => {
  const capped = await aCapped();
  service().clock.advance(hour);
  const before = service().clock.now().getTime();
  await checkCaps(service().parts);
  const { nextCheckAt, spent, validUntil } = await capOf(capped);
  expect(nextCheckAt?.getTime()).toBeGreaterThanOrEqual(before + hour * 1_000);
  expect(spent?.toFixed()).toBe("0");

  service().clock.set(new Date(Number(validUntil) * 1_000).toISOString());
  await checkCaps(service().parts);
  expect((await capOf(capped)).nextCheckAt).toBeNull();
  service().clock.set(new Date().toISOString());
});

it("a chain that does not answer changes nothing, and is asked again after five minutes", async () => {
  const capped = await aCapped();
  await capped.revoke();
  service().clock.advance(hour);
  const { collector } = service().parts;
  if (collector === null) throw new Error("The service takes payments.");
  const spendingOf = vi.spyOn(collector, "spendingOf");
  spendingOf.mockRejectedValue(new ChainUnavailable("no answer"));
  await checkCaps(service().parts);
  spendingOf.mockRestore();
  expect((await capOf(capped)).revokedAt).toBeNull();

  await checkCaps(service().parts);
  expect(await revocationsOf(capped.subscriptionId)).toBe(0);
  service().clock.advance(300);
  await checkCaps(service().parts);
  expect(await revocationsOf(capped.subscriptionId)).toBe(1);
});

it("a run checks at most 200 caps, and the next run the others", async () => {
  const { id } = await aCapped();
  const { db } = service().parts;
  await sql(
    service().databaseUrl,
    `INSERT INTO checkout_sessions (id, service_id, owner_id, payment_plan_id, status, invoice_id,
                                    subscription_id, created_at, updated_at)
     SELECT 'session' || i, service_id, owner_id, payment_plan_id, 'PENDING', 'invoice' || i,
            'subscription' || i, s.created_at, updated_at
       FROM checkout_sessions s JOIN spending_caps c ON c.checkout_session_id = s.id,
            generate_series(1, 249) i
      WHERE c.id = '${id}';
     INSERT INTO spending_caps (id, checkout_session_id, payer_address, merchant_address, token_address,
                                chain_id, collector_address, per_charge, per_period, total, period_seconds, start,
                                valid_until, rate_card_hashes, signature, created_at, next_check_at)
     SELECT 'cap' || i, 'session' || i, payer_address, merchant_address, token_address, chain_id,
            collector_address, per_charge, per_period, total, period_seconds, start,
            valid_until, rate_card_hashes, signature, created_at, next_check_at
       FROM spending_caps, generate_series(1, 249) i WHERE id = '${id}'`,
  );
  service().clock.advance(hour);
  const due = () =>
    db.spendingCap.count({
      where: { revokedAt: null, nextCheckAt: { lte: service().clock.now() } },
    });
  const before = await due();
  expect(before).toBeGreaterThanOrEqual(250);

  await checkCaps(service().parts);
  expect(await due()).toBe(before - 200);
  await checkCaps(service().parts);
  expect(await due()).toBe(Math.max(0, before - 400));
});

it("whether a cap is low is read from its row and the newest invoices, however many there are", async () => {
  const { id, subscription } = await aCapped();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  await sql(
    service().databaseUrl,
    `INSERT INTO invoices (id, service_id, owner_id, payment_plan_id, user_id, subscription_id, status, amount,
                           currency, bill_hash, created_at, updated_at)
     SELECT 'old' || i, $1, (SELECT owner_id FROM services WHERE id = $1), $2, $3, $4, 'OPEN', 1, 'USDC', '',
            timestamptz '2026-01-01Z' + i * interval '1 minute', now()
       FROM generate_series(1, 20000) AS i`,
    [serviceId, paymentPlanId, userId, subscriptionId],
  );
  await sql(service().databaseUrl, "VACUUM ANALYZE invoices");
  await service().parts.db.spendingCap.update({ where: { id }, data: { spent: "90" } });

  const plans = await explained(service().databaseUrl, (db) => findLastCollectedOfLowCap(db, id));
  const ofInvoices = plans
    .flatMap(nodesOf)
    .filter((node) => node["Relation Name"] === "invoices")
    .map((node) => node["Actual Rows"] * node["Actual Loops"]);

  expect(ofInvoices).toEqual([100]);
});
