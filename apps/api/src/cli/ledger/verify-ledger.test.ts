import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUpAll } from "../../../test/harness/add-up-all.ts";
import {
  aCappedSubscription,
  aCheckout,
  monthly,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { makeAllRoots } from "../../../test/harness/make-roots.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { usance } from "../../../test/harness/usance.ts";
import { aPayee, bodyOf, signedFor } from "../../../test/harness/x402.ts";
import { openPool } from "../../db/pool.ts";
import { findingsIn, readInvariants } from "./verify-tables.ts";

/* A ledger of everything there is, of which all holds, and then each thing broken by hand. */

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
const story = new Story(restDoor, service);
let pool: Pool;

beforeAll(async () => {
  pool = openPool(service().databaseUrl, 2);
  const payer = await aPayer(service());
  const { checkoutSessionId } = await aCheckout(story, monthly);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "100"));
  await settleAll(service());
  service().clock.advance(40 * 24 * 3_600);
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  await settleAll(service());
  const { subscription, payer: capped, payoutAddress } = await aCappedSubscription(story);
  const { serviceId, paymentPlanId, userId, id: subscriptionId } = subscription;
  const collected = { serviceId, paymentPlanId, userId, subscriptionId, amount: "4" };
  const { invoice } = await story.done("invoices.create", { ...collected, status: "OPEN" });
  const addresses = { payerAddress: capped.address, merchantAddress: payoutAddress };
  await story.done(
    "settlements.create",
    story.settlementOf(invoice, { collect: "allowance", ...addresses }),
  );
  await story.done("subscriptions.cancel", { subscriptionId });
  const ending = await story.aSubscription({ billingInterval: "DAY" });
  const atPeriodEnd = { subscriptionId: ending.id, atPeriodEnd: true };
  await story.done("subscriptions.cancel", atPeriodEnd);
  service().clock.advance(86_401);
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  const lines = [
    { description: "Requests", quantity: "250", unitAmount: "0.0025", amount: "0.625" },
  ];
  const paid = await story.anInvoice({ lines });
  await story.done("settlements.create", story.settlementOf(paid));
  const { id: invoiceId, subscriptionId: metered, ...of } = paid;
  await story.done("usageEvents.create", story.usageOf({ ...of, id: metered }, { invoiceId }));
  const program = await aPayer(service());
  await story.done("x402.settle", bodyOf(await signedFor(program, await aPayee(story))));
  await story.done("invoices.void", { invoiceId: (await story.anInvoice()).id });
  // Records of what was elsewhere: nothing has happened to them here.
  for (const status of ["VOID", "EXPIRED"]) await story.anInvoice({ status });
  const { id } = await story.aCheckoutSession();
  await story.done("checkoutSessions.cancel", { checkoutSessionId: id });
  await recur();
  await payFromBalance();
  await useBalance();
  await story.aRateCard();
  await correct();
  const endpoint = await story.aWebhookEndpoint();
  await story.done("webhookEndpoints.test", { webhookEndpointId: endpoint.id });
  await addUpAll(service());
  await makeAllRoots(service());
});
afterAll(() => pool.end());

/** Leaves balances with credit of every kind, charges, and holds that ended in every way. */
async function useBalance(): Promise<void> {
  const subscription = await story.aSubscription();
  const { serviceId, userId, paymentPlanId } = subscription;
  await story.aRateCard({ paymentPlanId });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const balanceId = balance.id;
  const { invoice } = await story.done("balances.topUp", { balanceId, amount: "5" });
  await story.done("settlements.create", story.settlementOf(invoice));
  const expiresAt = new Date(service().clock.now().getTime() + 30_000).toISOString();
  await story.aGrant(balanceId, "1", { expiresAt });
  const limit = { name: "spend", scope: "service", measure: "charge", max: "9", window: "day" };
  await story.done("limits.set", { serviceId, ...limit, action: "REJECT" });
  await story.done(
    "usageEvents.create",
    story.usageOf(subscription, { balanceId, charge: "0.25" }),
  );
  const ofPrefix = { serviceId, userId, keyPrefix: "requests" };
  const { balance: requests } = await story.done("balances.create", ofPrefix);
  const priced = { eventKey: "requests:priced", balanceId, charge: { rateCard: true } };
  await story.aGrant(requests.id, "0.001");
  await story.done("usageEvents.create", story.usageOf(subscription, priced));
  await story.aGrant(requests.id, "0.5");
  const { id: subscriptionId } = subscription;
  const usage = { subscriptionId, eventKey: "requests", quantity: "1" };
  const holds = [];
  for (let count = 0; count < 3; count += 1) {
    holds.push((await story.done("holds.create", story.holdOf(balance))).hold);
  }
  service().clock.advance(30);
  await story.done("holds.commit", { holdId: holds[0].id, amount: "0.1" });
  await story.done("holds.release", { holdId: holds[1].id });
  service().clock.advance(30);
  await service().parts.due.advanceAll(service().parts, "balances");
  await story.done("holds.create", story.holdOf(balance, { usage }));
}

/** Leaves credit notes of every status that needs no wallet, and a charged event that was voided and replaced. */
async function correct(): Promise<void> {
  const open = await story.anInvoice();
  await story.aCreditNote({ invoiceId: open.id });
  await story.done("settlements.create", story.settlementOf(open));
  const line = { description: "Outage", quantity: "1", unitAmount: "0.125", amount: "0.125" };
  await story.aCreditNote({ invoiceId: open.id, lines: [line] });
  const { id: creditNoteId, serviceId, userId } = await story.aCreditNote({ invoiceId: open.id });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.done("creditNotes.refund", { creditNoteId, to: "BALANCE" });
  const usage = story.usageOf({ id: open.subscriptionId, serviceId, userId });
  const charged = { ...usage, balanceId: balance.id, charge: "0.1" };
  const { usageEvent } = await story.done("usageEvents.create", charged);
  const replacement = { eventKey: "requests:corrected", quantity: "1" };
  const voided = { usageEventId: usageEvent.id, reason: "Counted twice", replacement };
  await story.done("usageEvents.void", voided);
  await dispute();
}

/** Leaves an invoice that a balance has paid, and one to which it was given back. */
async function payFromBalance(): Promise<void> {
  for (const amount of ["1", "2"]) {
    const { id: invoiceId, serviceId, userId } = await story.anInvoice({ amount });
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "1");
    const { invoice } = await story.done("invoices.applyBalance", { invoiceId });
    if (invoice.status === "OPEN") await story.done("invoices.void", { invoiceId });
  }
}

/** Leaves a recurring grant that has carried credit into its second period. */
async function recur(): Promise<void> {
  const { id: balanceId } = await story.aBalance();
  const terms = { amount: "3", interval: "DAY", reason: "Included", rolloverMax: "1" };
  await story.done("balances.addRecurringGrant", { balanceId, ...terms });
  service().clock.advance(86_400);
  await story.done("balances.get", { balanceId });
}

/** Leaves a dispute that was accepted. */
async function dispute(): Promise<void> {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const { eventKey } = await story.aUsageEvent(subscription);
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "1", status: "OPEN", usage: {} };
  const { id: invoiceId } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
  const objection = { usageEvents: [{ eventKey }], reason: "It never occurred" };
  const { id: disputeId } = (await story.done("disputes.create", { invoiceId, ...objection }))
    .dispute;
  await story.done("disputes.accept", { disputeId, amount: "0.5" });
}

const environment = () => ({
  DATABASE_URL: service().databaseUrl,
  SETTLEMENT_RPC_URL: service().anvil.url,
  SETTLEMENT_CONTRACT_ADDRESS: service().contract,
});
const verify = (words: readonly string[] = []) =>
  usance(["verify-ledger", ...words], environment(), service().clock);

it("a ledger that the service has written breaks no invariant", async () => {
  const { code, lines } = await verify();

  expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([]);
  expect(lines.at(-1)).toBe(`All ${readInvariants().length + 4} hold.`);
  expect(code).toBe(0);
});

/** For each invariant, in the file's order, what breaks it. */
const breaks = [
  "DELETE FROM settlements WHERE status = 'CONFIRMED' AND collect IS NULL",
  "UPDATE invoices SET status = 'OPEN', paid_at = NULL WHERE status = 'PAID'",
  "UPDATE invoices SET paid_at = NULL WHERE status = 'PAID'",
  "UPDATE invoice_lines SET amount = amount + 0.000001",
  `DROP INDEX settlements_one_live_of_invoice, settlements_one_live_of_reference;
   UPDATE settlements SET invoice_id = (SELECT min(invoice_id) FROM settlements)`,
  `DROP INDEX settlements_one_live_of_reference;
   UPDATE settlements SET reference_key = 'the same',
          merchant_id = (SELECT min(merchant_id) FROM settlements)`,
  "UPDATE settlements SET payer_id = NULL WHERE status = 'CONFIRMED'",
  "UPDATE settlements SET payer_email = 'pat@example.com' WHERE status = 'CONFIRMED'",
  "UPDATE invoices SET status = 'DRAFT' WHERE status = 'PAID'",
  "UPDATE settlements SET amount = amount + 0.000001",
  "UPDATE settlements SET block_hash = NULL WHERE status = 'CONFIRMED'",
  "UPDATE signers SET next_nonce = next_nonce - 1",
  "UPDATE checkout_sessions SET status = 'PENDING' WHERE status = 'PAID'",
  "DELETE FROM subscriptions",
  "UPDATE subscriptions SET current_period_start = current_period_start + interval '1 second'",
  "UPDATE subscriptions SET cancel_at = current_period_start",
  `UPDATE webhook_events SET data = jsonb_set(data::jsonb, '{subscription,currentPeriodStart}', '"2026-03-01T00:00:00Z"')
    WHERE type = 'subscription.renewed'`,
  "DELETE FROM invoices WHERE status = 'OPEN'",
  `DELETE FROM webhook_events WHERE type = 'invoice.paid'`,
  "UPDATE webhook_events SET type = 'settlement.failed' WHERE type = 'settlement.confirmed'",
  "UPDATE webhook_deliveries SET next_attempt_at = NULL",
  "UPDATE spending_caps SET total = 0.000001",
  "UPDATE usage_events SET owner_id = user_id",
  "UPDATE usage_events SET invoice_id = id",
  "DELETE FROM balance_entries WHERE position = 1",
  "UPDATE balances SET unsettled = unsettled + 0.000001",
  "UPDATE balance_holds SET held_on_id = balance_id",
  `ALTER TABLE balances DROP CONSTRAINT balances_frozen_below_overdraft;
   UPDATE balances SET status = 'FROZEN'`,
  "UPDATE invoices SET status = 'VOID' WHERE id IN (SELECT invoice_id FROM balance_top_ups)",
  "UPDATE balance_payments SET amount = amount + 0.000001",
  "UPDATE balance_payments SET returned_credit_id = NULL",
  "UPDATE balances SET user_id = owner_id",
  "UPDATE balance_credits SET amount = amount + 0.000001",
  `UPDATE balance_credits SET expires_at = expires_at + interval '1 second'
    WHERE recurring_grant_id IS NOT NULL AND NOT is_carried`,
  "UPDATE recurring_grants SET carried = 0",
  "UPDATE balances SET key_prefix = 'tokens' WHERE key_prefix IS NOT NULL",
  "UPDATE balance_entries SET usage_event_id = NULL",
  "UPDATE balance_holds SET charged = charged + 0.000001 WHERE status = 'COMMITTED'",
  "UPDATE rate_cards SET owner_id = service_id",
  "UPDATE credit_notes SET amount = amount + 0.000001",
  "UPDATE credit_note_lines SET amount = amount + 0.000001",
  "UPDATE credit_notes SET user_id = owner_id",
  "UPDATE disputes SET owner_id = user_id",
  "UPDATE settlements SET reference_key = id WHERE payer_key IS NOT NULL",
  "UPDATE x402_payments SET usage_event_id = 'another'",
  "DELETE FROM usage_event_voids WHERE reason = 'Disputed by the payer'",
  "UPDATE credit_notes SET status = 'ISSUED' WHERE status = 'REFUNDED'",
  "UPDATE refunds SET status = 'PENDING', confirmed_at = NULL WHERE destination = 'BALANCE'",
  "UPDATE refunds SET balance_credit_id = id WHERE destination = 'BALANCE'",
  `UPDATE refunds SET destination = 'WALLET', transaction_hash = '0x', block_hash = '0x', log_index = 0
    WHERE status = 'CONFIRMED'`,
  "UPDATE usage_event_voids SET invoice_id = 'another'",
  "UPDATE balance_credits SET amount = amount + 0.000001 WHERE reason LIKE 'Voided usage%'",
  "UPDATE prepaid_periods SET shares = '[]'",
  "UPDATE usage_events SET quantity = quantity + 0.000001 WHERE event_key = 'requests:priced'",
  "UPDATE subscribers SET email_key = 'x' || email_key",
  "UPDATE usage_sums SET quantity = quantity + 0.000001",
  `UPDATE usage_limit_counters SET windows = jsonb_set(windows, '{0,2}', '"0.000001"')`,
  "UPDATE usage_events SET quantity = quantity + 0.000001",
];

it("a break of each invariant is detected", () =>
  forRows(
    readInvariants().map(({ holds }, index) => [holds, breaks[index] ?? ""] as const),
    async (holds, change) => {
      const connection = await pool.connect();
      try {
        await connection.query("BEGIN");
        await connection.query("SET LOCAL session_replication_role = replica"); // without foreign keys
        await connection.query(change);

        expect(await brokenIn(connection)).toContain(holds);
      } finally {
        await connection.query("ROLLBACK");
        connection.release();
      }
    },
  ));

it("a change of usage that has a root is detected", () =>
  forRows(
    [
      "UPDATE usage_events SET occurred_at = occurred_at + interval '1 millisecond'",
      "DELETE FROM usage_events WHERE event_key = 'requests:corrected'",
      "DELETE FROM usage_event_voids",
      "DELETE FROM usage_roots WHERE number = 1",
      "DELETE FROM usage_roots WHERE (subscription_id, number) IN (SELECT subscription_id, max(number) FROM usage_roots GROUP BY 1)",
      "UPDATE usage_roots SET created_at = created_at + interval '1 millisecond'",
      "UPDATE usage_roots SET root_before = root WHERE number = 1",
    ],
    async (change) => {
      const connection = await pool.connect();
      try {
        await connection.query("BEGIN");
        await connection.query("SET LOCAL session_replication_role = replica");
        const { rowCount } = await connection.query(change);

        expect(rowCount, change).toBeGreaterThan(0);
        expect(await brokenIn(connection), change).toContain(readInvariants().at(-1)?.holds);
      } finally {
        await connection.query("ROLLBACK");
        connection.release();
      }
    },
  ));

async function brokenIn(connection: PoolClient): Promise<string[]> {
  const findings = await findingsIn(connection, service().clock.now());
  return findings.filter(({ broken }) => broken.length > 0).map(({ holds }) => holds);
}

describe("the comparison with the chain", () => {
  const change = async (sql: string, back: string) => {
    await pool.query(sql);
    try {
      return await verify(["--from-block", "0"]);
    } finally {
      await pool.query(back);
    }
  };

  it("finds a settlement that differs from the chain", async () => {
    const { code, lines } = await change(
      "UPDATE settlements SET payer_address = reverse(payer_address) WHERE status = 'CONFIRMED'",
      "UPDATE settlements SET payer_address = reverse(payer_address) WHERE status = 'CONFIRMED'",
    );

    expect(code).toBe(1);
    expect(lines.join("\n")).toMatch(
      /FAIL {2}A CONFIRMED settlement is on the chain.*\n.*: payer /,
    );
  });

  it("finds a settlement that is on the chain and not in the database", async () => {
    const { lines } = await change(
      "UPDATE settlements SET reference_key = reverse(reference_key)",
      "UPDATE settlements SET reference_key = reverse(reference_key)",
    );

    expect(lines.join("\n")).toMatch(/FAIL {2}What is on the chain is .*\n +0x\w{64}: unknown, /);
  });
});

it("with --json lists every invariant", async () => {
  const { code, lines } = await verify(["--json"]);

  const { verified, invariants } = JSON.parse(lines.join("\n"));
  expect({ code, verified }).toEqual({ code: 0, verified: true });
  expect(invariants).toHaveLength(readInvariants().length + 4);
  expect(invariants[0]).toEqual({ holds: readInvariants()[0]?.holds, count: 0, broken: [] });
});
