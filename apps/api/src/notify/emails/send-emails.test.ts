import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startBeside } from "../../../test/harness/beside.ts";
import {
  aCappedSubscription,
  aCheckout,
  monthly,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { oftenMs, useDeliverer } from "../../../test/harness/deliveries.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { linkTokenOf } from "../../../test/harness/invoice-link.ts";
import { mailsTo, refusal, startMailServer } from "../../../test/harness/mail-server.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { aPortal, signedCap } from "../../../test/harness/portal.ts";
import { payments, startService, useService } from "../../../test/harness/service.ts";
import { aSeller, merchantAddress, payerAddress, Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { startMailCarrier } from "../../server/jobs/mail-carrier.ts";
import { collectDueInvoices } from "../../settlements/collect-under-cap.ts";
import { checkCaps } from "../../settlements/spending-caps/check-caps.ts";
import { writeAlertEmails } from "./alert-emails.ts";
import { findUntoldCrossings } from "./store.ts";

const server = await startMailServer();
const from = "billing@usance.example";
const environment = {
  SMTP_URL: server.url,
  EMAIL_FROM: from,
  EMAIL_DAILY_LIMIT: "5",
  EXPLORER_URL: "https://explorer.example",
};
const service = useService({ ...payments, ...environment });
useDeliverer(service);
const story = new Story(restDoor, service);

beforeEach(() => {
  onTestFinished(() => {
    server.behavior = {};
  });
});
afterEach(async () => {
  // A test leaves nothing that the next one would find.
  await service().parts.db.email.deleteMany();
});

const hour = 3_600;
const day = 24 * hour;

/** An open invoice of a new subscriber. */
async function anInvoice(fields: object = {}) {
  const invoice = await story.anInvoice({ amount: "12.5", ...fields });
  return { ...invoice, email: invoice.user.email as string };
}

/** Has the mail server refuse every recipient. */
function refuseRecipients(code: number, text: string): void {
  server.behavior = {
    onRecipient: () => {
      throw refusal(code, text);
    },
  };
}

/** An invoice's newest e-mail, once it has been attempted so many times. */
const attemptedTimes = (invoiceId: string, count: number) =>
  until(async () => {
    const { emails } = await story.done("emails.list", { invoiceId });
    expect(emails[0].attempts).toHaveLength(count);
    return emails[0];
  });

/** An open invoice whose e-mail the mail server has refused once, and takes at the next attempt. */
async function anInvoiceRefusedOnce() {
  refuseRecipients(450, "Later");
  const invoice = await anInvoice();
  await attemptedTimes(invoice.id, 1);
  server.behavior = {};
  return invoice;
}

/** The log of an invoice's e-mails, oldest first, once the last one has this status. */
const logged = (invoiceId: string, ...statuses: string[]) =>
  until(async () => {
    const { emails } = await story.done("emails.list", { invoiceId });
    const found = emails.toReversed();
    expect(found.map((email: { status: string }) => email.status)).toEqual(statuses);
    return found;
  });

/** Looks for e-mails that should not be there: waits until the e-mail of a new invoice has arrived. */
async function afterOthers() {
  const { email } = await anInvoice();
  await mailsTo(server, email, 1);
}

const kindsOf = async (invoiceId: string): Promise<string[]> =>
  (await story.done("emails.list", { invoiceId })).emails
    .map(({ kind }: { kind: string }) => kind)
    .toReversed();

describe("an opened invoice", () => {
  it("is sent to its subscriber with its link, and the log shows it", async () => {
    const lines = [
      { description: "5,000 requests", quantity: "5000", unitAmount: "0.0025", amount: "12.5" },
    ];
    const dueAt = "2030-01-31T12:05:00.000Z";
    const invoice = await anInvoice({ lines, dueAt });
    const [mail] = await mailsTo(server, invoice.email, 1);

    expect(mail?.from).toBe(from);
    expect(mail?.headers.get("from")).toBe(`Weather API <${from}>`);
    expect(mail?.headers.get("subject")).toBe("Invoice from Weather API: 12.50 USDC");
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain("12.50 USDC");
      expect(body).toContain("5,000 requests");
      expect(body).toContain("31 January 2030 at 12:05 UTC");
      expect(body).toContain(invoice.url);
    }
    const [email] = await logged(invoice.id, "SENT");
    expect(email).toMatchObject({
      kind: "invoice.opened",
      ownerId: invoice.service.ownerId,
      serviceId: invoice.serviceId,
      invoiceId: invoice.id,
      recipient: invoice.email,
      attempts: [{ code: 250, response: expect.stringMatching(/^250/), error: null }],
      nextAttemptAt: null,
      reason: null,
    });
    expect(mail?.headers.get("message-id")).toBe(`<${email.id}@usance.example>`);
  });

  it("is sent when a draft is finalized, and not before", async () => {
    const { id, email } = await anInvoice({ status: "DRAFT" });
    await afterOthers();
    expect(await kindsOf(id)).toEqual([]);
    await story.done("invoices.finalize", { invoiceId: id });
    await mailsTo(server, email, 1);
  });

  it("is skipped if it was voided before it was sent", async () => {
    const { id, email } = await anInvoiceRefusedOnce();
    await story.done("invoices.void", { invoiceId: id });
    service().clock.advance(10);

    const [skipped] = await logged(id, "SKIPPED");
    expect(skipped.reason).toBe("The invoice was no longer open.");
    expect(server.seen.some(({ to }) => to.includes(email))).toBe(false);
  });

  it("of nothing asks for no payment", async () => {
    const { id } = await anInvoice({ amount: "0" });
    await afterOthers();
    expect(await kindsOf(id)).toEqual([]);
  });

  it("whose link was replaced meanwhile leads to the new one", async () => {
    const { id, email } = await anInvoiceRefusedOnce();
    const { invoice } = await story.done("invoices.rotateLink", { invoiceId: id });
    service().clock.advance(10);
    const [mail] = await mailsTo(server, email, 1);
    expect(mail?.text).toContain(linkTokenOf(invoice));
  });
});

describe("a paid invoice", () => {
  it("has one receipt with its transaction", async () => {
    const invoice = await anInvoice();
    await mailsTo(server, invoice.email, 1);
    const { chain, settlement } = await story.done(
      "settlements.create",
      story.settlementOf(invoice),
    );
    const [, receipt] = await mailsTo(server, invoice.email, 2);
    expect(receipt?.headers.get("subject")).toBe("Receipt from Weather API: 12.50 USDC");
    for (const body of [receipt?.text, receipt?.html]) {
      expect(body).toContain(`https://explorer.example/tx/${chain.transactionHash}`);
      expect(body).toContain(payerAddress);
      expect(body).toContain(merchantAddress);
      expect(body).toContain(invoice.url);
    }
    await story.done("settlements.create", {
      ...story.settlementOf(invoice),
      referenceHash: settlement.referenceHash,
    });
    await afterOthers();
    expect(await kindsOf(invoice.id)).toEqual(["invoice.opened", "invoice.paid"]);
  });

  it("that a balance has paid has a receipt that says so", async () => {
    const { id: invoiceId, serviceId, userId, email } = await anInvoice();
    await mailsTo(server, email, 1);
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "20");
    await story.done("invoices.applyBalance", { invoiceId });

    const [, receipt] = await mailsTo(server, email, 2);
    expect(receipt?.headers.get("subject")).toBe("Receipt from Weather API: 12.50 USDC");
    expect(receipt?.text).toContain("It was paid from your prepaid balance with Weather API.");
  });

  it("at checkout has the receipt alone", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const payer = await aPayer(service());
    await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
    await settleAll(service());
    const [mail] = await mailsTo(server, `${payer.address}@example.com`, 1);
    expect(mail?.headers.get("subject")).toBe("Receipt from Weather API: 25.00 USDC");
    expect(mail?.text).toContain(payer.address);
    await afterOthers();
    expect(await mailsTo(server, `${payer.address}@example.com`, 1)).toHaveLength(1);
  });
});

describe("a credit note", () => {
  /** A paid invoice whose e-mails were sent, of a subscriber with a balance. */
  async function aPaidInvoice() {
    const { id: invoiceId, serviceId, userId, email } = await anInvoice();
    await mailsTo(server, email, 1); // it is not sent for an invoice that is paid by then
    await story.done("settlements.create", story.settlementOf({ id: invoiceId }));
    await story.done("balances.create", { serviceId, userId });
    await mailsTo(server, email, 2);
    return { invoiceId, email };
  }

  it("before the payment is told with its reason and what is due, and the receipt has both", async () => {
    const { id: invoiceId, email, url } = await anInvoice();
    await mailsTo(server, email, 1);
    await story.aCreditNote({ invoiceId, amount: "2.5", reason: "Welcome discount" });
    const [, mail] = await mailsTo(server, email, 2);

    expect(mail?.headers.get("subject")).toBe("Credit note from Weather API: 2.50 USDC");
    for (const body of [mail?.text, mail?.html]) {
      for (const text of ["Welcome discount", "10.00 USDC of the invoice is due", url]) {
        expect(body).toContain(text);
      }
    }
    await logged(invoiceId, "SENT", "SENT");
    const { emails } = await story.done("emails.list", { invoiceId });
    const { creditNotes } = await story.done("creditNotes.list", { invoiceId });
    expect(emails[0]).toMatchObject({
      kind: "credit_note.created",
      creditNoteId: creditNotes[0].id,
    });
    const { email: again } = await story.done("emails.resend", { emailId: emails[0].id });
    expect(again).toMatchObject({ creditNoteId: creditNotes[0].id });
    await mailsTo(server, email, 3);
  });

  it("of a paid invoice is told, and its refund to the balance once", async () => {
    const { invoiceId, email } = await aPaidInvoice();
    const { id: creditNoteId } = await story.aCreditNote({ invoiceId, amount: "2.5" });
    const [, , credited] = await mailsTo(server, email, 3);
    expect(credited?.text).toContain("You get another e-mail when the amount is refunded.");

    await story.done("creditNotes.refund", { creditNoteId, to: "BALANCE" });
    const [, , , refunded] = await mailsTo(server, email, 4);

    expect(refunded?.headers.get("subject")).toBe("Refund from Weather API: 2.50 USDC");
    expect(refunded?.text).toContain("It was added to your prepaid balance for Weather API.");
    await afterOthers();
    expect(await kindsOf(invoiceId)).toEqual([
      "invoice.opened",
      "invoice.paid",
      "credit_note.created",
      "credit_note.refunded",
    ]);
  });

  it("that was refunded before its e-mail was sent is told by the refund alone", async () => {
    const { invoiceId, email } = await aPaidInvoice();
    refuseRecipients(450, "Later");
    const { id: creditNoteId } = await story.aCreditNote({ invoiceId, amount: "2.5" });
    await attemptedTimes(invoiceId, 1);
    await story.done("creditNotes.refund", { creditNoteId, to: "BALANCE" });
    server.behavior = {};
    service().clock.advance(10);

    await mailsTo(server, email, 3);
    const log = await logged(invoiceId, "SENT", "SENT", "SKIPPED", "SENT");
    expect(log[2].reason).toBe("It was refunded already.");
  });
});

it("the answer to a dispute is told with what it changes, and a credit note of it is not told again", async () => {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  await story.aRateCard({ paymentPlanId });
  const { eventKey } = await story.aUsageEvent(subscription, { quantity: "1000" });
  await story.aUsageEvent(subscription, { quantity: "1000" });
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "5", status: "OPEN", usage: {} };
  const { id: invoiceId, user } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
  await mailsTo(server, user.email, 1);
  const dispute = async () => {
    const objection = { invoiceId, usageEvents: [{ eventKey }], reason: "It never occurred" };
    return (await story.done("disputes.create", objection)).dispute.id as string;
  };

  await story.done("disputes.decline", { disputeId: await dispute(), answer: "It did" });
  const [, declined] = await mailsTo(server, user.email, 2);
  await story.done("disputes.accept", { disputeId: await dispute(), answer: "Right" });
  const [, , accepted] = await mailsTo(server, user.email, 3);

  expect(declined?.headers.get("subject")).toBe("Weather API has declined your dispute");
  expect(declined?.text).toContain("It did");
  expect(accepted?.headers.get("subject")).toBe("Weather API has accepted your dispute");
  expect(accepted?.text).toContain("2.50 USDC of the invoice is due now.");
  await afterOthers();
  const kinds = ["invoice.opened", "dispute.declined", "dispute.accepted"];
  expect(await kindsOf(invoiceId)).toEqual(kinds);
});

describe("a collection under a spending cap", () => {
  /** A monthly subscription whose subscriber has paid the first month and signed a cap. */
  async function aCapped(cap: string, balance?: string) {
    const { checkoutSessionId } = await aCheckout(story, monthly);
    const payer = await aPayer(service(), balance);
    await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, cap));
    await settleAll(service());
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const email = `${payer.address}@example.com`;
    await mailsTo(server, email, 1);
    return { payer, email, subscription: checkoutSession.subscriptions[0] };
  }

  /** Lets a month pass, and collects what became due. @returns the invoice */
  async function aMonthLater(subscriptionId: string) {
    service().clock.advance(31 * day);
    await story.done("subscriptions.get", { subscriptionId });
    await collectDueInvoices(service().parts);
    await settleAll(service());
    await checkCaps(service().parts);
    const { invoices } = await story.done("invoices.list", { subscriptionId, limit: 1 });
    return invoices[0];
  }

  it("that succeeds is told by its receipt alone", async () => {
    const { email, subscription } = await aCapped("100", "500");
    const invoice = await aMonthLater(subscription.id);
    expect(invoice.status).toBe("PAID");
    const [, receipt] = await mailsTo(server, email, 2);
    expect(receipt?.text).toContain("It was collected from your wallet, under the spending limit");
    await afterOthers();
    expect(await kindsOf(invoice.id)).toEqual(["invoice.paid"]);
  });

  it("that fails is told with the reason, the next attempt and the link; often failing, seldom", async () => {
    const { email, payer, subscription } = await aCapped("100", "60");
    await payer.spend("30");
    const invoice = await aMonthLater(subscription.id);
    expect(invoice.status).toBe("OPEN");
    const [, failed] = await mailsTo(server, email, 2);
    expect(failed?.headers.get("subject")).toBe("Payment to Weather API failed: 25.00 USDC");
    expect(failed?.text).toContain("The wallet had too little USDC.");
    expect(failed?.text).toMatch(/It is tried again on .* UTC\. Put 25\.00 USDC into your wallet/);
    expect(failed?.text).toContain(invoice.url);

    const events = async () =>
      (
        await story.done("events.list", {
          type: "invoice.payment_failed",
          serviceId: invoice.serviceId,
        })
      ).events;
    expect(await events()).toMatchObject([
      {
        data: {
          invoice: { id: invoice.id, status: "OPEN" },
          collection: {
            settlementId: invoice.settlements[0].id,
            nextAttemptAt: expect.any(String),
          },
        },
      },
    ]);
    for (const pause of [hour, day]) {
      service().clock.advance(pause);
      await collectDueInvoices(service().parts);
      await settleAll(service());
    }
    expect(await events()).toHaveLength(3);
    await afterOthers();
    expect(await kindsOf(invoice.id)).toEqual(["invoice.payment_failed"]);
    service().clock.advance(3 * day);
    await collectDueInvoices(service().parts);
    await settleAll(service());
    await mailsTo(server, email, 3);
    expect(await kindsOf(invoice.id)).toEqual(["invoice.payment_failed", "invoice.payment_failed"]);
  });

  it("is told once of a cap that no longer covers the next charge", async () => {
    const { email, subscription } = await aCapped("95", "500");
    const first = await aMonthLater(subscription.id);
    await mailsTo(server, email, 2);
    expect(await kindsOf(first.id)).toEqual(["invoice.paid"]);

    const second = await aMonthLater(subscription.id);
    const mails = await mailsTo(server, email, 4);
    expect((await kindsOf(second.id)).sort()).toEqual(["invoice.paid", "spending_cap.low"]);
    const low = mails.find((mail) => mail.headers.get("subject")?.includes("running low"));
    expect(low?.text).toContain("20.00 USDC of your spending limit is left");
    expect(low?.text).toContain("up to 95.00 USDC");
  });

  it("under a cap that has ended is an event without a settlement", async () => {
    const { email, subscription } = await aCapped("100", "500");
    const { db } = service().parts;
    service().clock.advance(31 * day);
    await story.done("subscriptions.get", { subscriptionId: subscription.id });
    await db.spendingCap.updateMany({
      where: { checkoutSession: { subscriptionId: subscription.id } },
      data: { validUntil: 1n },
    });
    await collectDueInvoices(service().parts);
    const { events } = await story.done("events.list", {
      type: "invoice.payment_failed",
      serviceId: subscription.serviceId,
    });
    expect(events).toMatchObject([
      {
        data: {
          collection: { settlementId: null, failure: "The spending limit can no longer be used." },
        },
      },
    ]);
    const [, failed] = await mailsTo(server, email, 2);
    expect(failed?.text).toContain("The spending limit can no longer be used.");
  });
});

it("a level of an alert that tells the subscriber is told once, also again if the seller asks", async () => {
  const { balance, subscription } = await story.prepaid("6");
  const { serviceId, userId } = subscription;
  const { subscriber: user } = await story.done("subscribers.get", { subscriberId: userId });
  const alert = { serviceId, on: "balance" };
  await story.done("alerts.create", { ...alert, levels: ["5"], tellsSubscriber: true });
  await story.done("alerts.create", { ...alert, levels: ["4"] });
  await story.aUsageEvent(subscription, { balanceId: balance.id, charge: "2.25" });

  await Promise.all([1, 2, 3].map(() => writeAlertEmails(service().parts)));
  const [mail] = await mailsTo(server, user.email, 1);

  expect(mail?.headers.get("subject")).toBe("Weather API: Less than 5.00 USDC is left");
  expect(mail?.text).toContain("Left of your balance: 3.75 USDC");
  const of = async () => (await story.done("emails.list", { userId })).emails;
  const [email] = await of();
  expect(email).toMatchObject({ kind: "alert.crossed", invoiceId: null });
  const { events } = await story.done("events.list", { serviceId, type: "alert.crossed" });
  expect(events.map(({ id }: { id: string }) => id)).toContain(email.eventId);
  await story.done("emails.resend", { emailId: email.id });
  await writeAlertEmails(service().parts);
  await mailsTo(server, user.email, 2);
  expect(await of()).toHaveLength(2);
});

it("a level that holds cross again and again is told once a day", async () => {
  const { balance, subscription } = await story.prepaid("6");
  const { serviceId, userId } = subscription;
  const { subscriber } = await story.done("subscribers.get", { subscriberId: userId });
  await story.done("alerts.create", {
    serviceId,
    on: "balance",
    levels: ["5"],
    tellsSubscriber: true,
  });
  for (let call = 0; call < 3; call += 1) {
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "2" }));
    await story.done("holds.release", { holdId: hold.id });
    await writeAlertEmails(service().parts);
  }

  const { events } = await story.done("events.list", { serviceId, type: "alert.crossed" });
  const { emails } = await story.done("emails.list", { userId });
  expect(events).toHaveLength(3);
  expect(emails).toMatchObject([{ recipient: subscriber.email, userId }]);
});

it("the alerts of a seller are told though another has many", async () => {
  const of = async (quantities: readonly string[]) => {
    const subscription = await story.aSubscription();
    const { serviceId } = subscription;
    const alert = { serviceId, on: "usage", levels: ["1", "2", "3"], tellsSubscriber: true };
    await story.done("alerts.create", alert);
    for (const quantity of quantities) await story.aUsageEvent(subscription, { quantity });
    const { events } = await story.done("events.list", { serviceId, type: "alert.crossed" });
    return (events as { id: string }[]).map(({ id }) => id);
  };
  const many = await of(["1", "1", "1"]);
  const [one = ""] = await of(["1"]);

  const untold = await findUntoldCrossings(service().parts.db, new Date(0), 1_000);

  const ours = untold.map(({ id }) => id).filter((id) => [...many, one].includes(id));
  expect(ours.slice(0, 2)).toEqual([many.at(-1), one]);
});

describe("an invoice that the seller collects", () => {
  it("and that fails is told in the same way", async () => {
    const { payer, payoutAddress, subscription } = await aCappedSubscription(story, "100");
    const { serviceId, paymentPlanId, userId, id: subscriptionId } = subscription;
    const { invoice } = await story.done("invoices.create", {
      serviceId,
      paymentPlanId,
      userId,
      subscriptionId,
      amount: "5000",
      status: "OPEN",
    });
    const { status } = await story.call(
      "settlements.create",
      story.settlementOf(invoice, {
        payerAddress: payer.address,
        merchantAddress: payoutAddress,
        collect: "allowance",
      }),
    );
    expect(status).toBe(500);
    await until(async () => {
      expect((await kindsOf(invoice.id)).sort()).toEqual([
        "invoice.opened",
        "invoice.payment_failed",
      ]);
    });
  });
});

describe("an invoice whose prices were not signed", () => {
  /** Tries to collect one, with the invoice's first e-mail or after it. */
  async function refused() {
    const capped = await aCappedSubscription(story, "100", {}, [{}]);
    const { payer, payoutAddress: merchantAddress, subscription } = capped;
    const { serviceId, paymentPlanId, userId, id: subscriptionId } = subscription;
    await story.aUsageEvent(subscription);
    const dear = [{ type: "PER_UNIT", description: "Requests", unitAmount: "1" }];
    const dearer = { paymentPlanId, components: dear, effectiveFrom: service().clock.in(day) };
    const { id: rateCardId } = await story.aRateCard(dearer);
    const of = { serviceId, paymentPlanId, userId, subscriptionId, usage: { rateCardId } };
    const input = { ...of, amount: "1", status: "OPEN" };
    const { invoice } = await story.done("invoices.create", input);
    const collection = { payerAddress: payer.address, merchantAddress, collect: "allowance" };
    await story.call("settlements.create", story.settlementOf(invoice, collection));
    return { payer, subscription, invoice };
  }

  it("asks for another spending cap", async () => {
    const { payer } = await refused();
    const mails = await mailsTo(server, `${payer.address}@example.com`, 2);
    const failed = mails.find((mail) => mail.headers.get("subject")?.includes("failed"));
    expect(failed?.text).toContain("A new spending limit can be signed in the portal.");
  });

  it("is not told any more once another one was signed", async () => {
    refuseRecipients(450, "Later");
    const { payer, subscription, invoice } = await refused();
    await until(async () => {
      const { emails } = await story.done("emails.list", { invoiceId: invoice.id });
      expect(emails.map((email: { attempts: object[] }) => email.attempts.length)).toEqual([1, 1]);
    });
    const portalToken = await aPortal(story, subscription.userId);
    const of = { portalToken, subscriptionId: subscription.id };
    await story.done("portal.signCap", await signedCap(story, of, payer, "100"));
    server.behavior = {};
    service().clock.advance(10);

    const log = await logged(invoice.id, "SENT", "SKIPPED");
    expect(log[1].reason).toBe("A new spending limit was signed.");
  });
});

describe("the mail server", () => {
  it("that refuses the recipient permanently ends it", async () => {
    refuseRecipients(550, "No such user");
    const { id } = await anInvoice();
    const [email] = await logged(id, "FAILED");
    expect(email).toMatchObject({
      attempts: [{ code: 550, response: "550 No such user", error: null }],
      nextAttemptAt: null,
      reason: "The mail server refused it permanently.",
    });
  });

  it("that refuses it for now gets it again, later and later, and it arrives once", async () => {
    const { id, email } = await anInvoice({ status: "DRAFT" });
    let refusals = 3;
    server.behavior = {
      onContent: ({ to }) => {
        if (!to.includes(email)) return; // an e-mail of an earlier test may still arrive
        refusals -= 1;
        if (refusals >= 0) throw refusal(451, "Try again");
      },
    };
    await story.done("invoices.finalize", { invoiceId: id });
    const pauses: number[] = [];
    for (const count of [1, 2, 3]) {
      const { attempts: made, nextAttemptAt } = await attemptedTimes(id, count);
      const pause = (Date.parse(nextAttemptAt) - Date.parse(made.at(-1).attemptedAt)) / 1_000;
      pauses.push(pause);
      service().clock.advance(pause + 1);
    }
    const [sent] = await logged(id, "SENT");
    expect(sent.attempts.map(({ code }: { code: number }) => code)).toEqual([451, 451, 451, 250]);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
    expect(pauses[2]).toBeGreaterThan(pauses[1] ?? 0);
    expect(await mailsTo(server, email, 1)).toHaveLength(1);
  });

  it("that is not there is tried for about three days, and then given up", async () => {
    const { id } = await anInvoice({ status: "DRAFT" });
    refuseRecipients(421, "Closing");
    await story.done("invoices.finalize", { invoiceId: id });
    for (let count = 1; count <= 10; count += 1) {
      await attemptedTimes(id, count);
      service().clock.advance(27 * hour);
    }
    const [email] = await logged(id, "FAILED");
    expect(email.reason).toBe("It failed 10 times.");
  });
});

it("a name cannot change the HTML or the sender of an e-mail", async () => {
  for (const name of [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `</td></tr></table><a href="https://evil.example">Pay here</a>`,
    `security@bank.example`,
    `Ünïcode ☔ Wetter 天気`,
  ]) {
    const [mail] = await mailsTo(server, await anInvoiceOf(name), 1);
    expect(mail?.text).toContain(name);
    expect(mail?.html, name).not.toMatch(/<script|<img|evil\.example">/);
    expect(mail?.headers.get("from"), name).toMatch(/<billing@usance\.example>$/);
    expect(mail?.headers.get("from")?.match(/@/g), name).toHaveLength(1);
  }
});

/** Opens an invoice in which everything that has a name has this one. @returns the e-mail address of its subscriber */
async function anInvoiceOf(name: string): Promise<string> {
  const owner = { email: `dev-${randomBytes(4).toString("hex")}@example.com` };
  const { id: serviceId } = await story.aService({ name, owner });
  const { id: paymentPlanId } = await story.aPlan(serviceId, { name });
  const { checkoutSession } = await story.done("checkoutSessions.create", {
    serviceId,
    paymentPlanId,
  });
  const email = `payer-${randomBytes(4).toString("hex")}@example.com`;
  const { checkoutSession: paid } = await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkoutSession.id,
    user: { email, name },
  });
  const { userId } = paid.subscriptions[0];
  const lines = [{ description: name, quantity: "1", unitAmount: "1", amount: "1" }];
  const terms = { serviceId, paymentPlanId, userId, amount: "1", status: "OPEN", lines };
  await story.done("invoices.create", terms);
  return email;
}
describe("one recipient", () => {
  it("gets no more than the limit when subscribers have several forms of its address", async () => {
    const local = `shared-${randomBytes(4).toString("hex")}`;
    const address = `${local}@example.com`;
    const { db } = service().parts;
    const invoices: string[] = [];
    for (const email of [address, address.toUpperCase(), `${local}+more@example.com`]) {
      const { serviceId, paymentPlanId, userId } = await anInvoice();
      // As a change of the address in the portal leaves it.
      await db.user.update({ where: { id: userId }, data: { email } });
      const terms = { serviceId, paymentPlanId, userId, amount: "1", status: "OPEN" };
      for (let count = 0; count < 4; count += 1) {
        invoices.push((await story.done("invoices.create", terms)).invoice.id);
      }
    }
    const emails = await until(async () => {
      const all = await db.email.findMany({ where: { invoiceId: { in: invoices } } });
      expect(all.filter(({ status }) => status === "PENDING")).toHaveLength(0);
      return all;
    });

    expect(emails.filter(({ status }) => status === "SENT")).toHaveLength(5);
  });

  it("gets no more than the limit within a day, asked for again and again, and more the day after", async () => {
    const { id, email: address } = await anInvoice();
    const [sent] = await logged(id, "SENT");
    for (let count = 0; count < 7; count += 1) {
      await story.done("emails.resend", { emailId: sent.id });
    }
    const [over] = await until(async () => {
      const { emails } = await story.done("emails.list", { invoiceId: id, status: "FAILED" });
      expect(emails).toHaveLength(3);
      return emails;
    });
    expect(over.reason).toBe(
      "The recipient has had 5 e-mails within 24 hours, which is the limit.",
    );
    expect(await mailsTo(server, address, 5)).toHaveLength(5);

    service().clock.advance(day + 1);
    const { email } = await story.done("emails.resend", { emailId: over.id });
    expect(email).toMatchObject({ status: "PENDING", invoiceId: id });
    await mailsTo(server, address, 6);
  });
});

it("one seller sends no more than its limit within a day, and the others when there is room", async () => {
  const limited = await startService({ ...environment, EMAIL_SELLER_DAILY_LIMIT: "3" });
  onTestFinished(() => limited.stop());
  const { parts } = limited;
  const seller = new Story(restDoor, () => limited, await aSeller(() => limited));
  const invoices: { id: string }[] = [];
  for (let count = 0; count < 5; count += 1) invoices.push(await seller.anInvoice({ amount: "1" }));
  const other = new Story(restDoor, () => limited, await aSeller(() => limited));
  const { id: others } = await other.anInvoice({ amount: "1" });
  const ids = [...invoices.map(({ id }) => id), others];
  const once = (sent: number) =>
    until(async () => {
      const emails = await parts.db.email.findMany({ where: { invoiceId: { in: ids } } });
      expect(emails.filter(({ status }) => status === "SENT")).toHaveLength(sent);
      expect(emails.every(({ status, reason }) => status === "SENT" || reason !== null)).toBe(true);
      return emails;
    });

  onTestFinished(startMailCarrier(parts, oftenMs));
  const emails = await once(4);
  const waiting = emails.filter(({ status }) => status === "PENDING");
  expect(waiting).toHaveLength(2);
  expect(waiting[0]?.reason).toBe(
    "The seller has sent 3 e-mails within 24 hours, which is the limit.",
  );
  expect(emails.find(({ invoiceId }) => invoiceId === others)?.status).toBe("SENT");

  limited.clock.advance(day);
  await once(6);
});

describe("several processes", () => {
  it("send each e-mail once", async () => {
    const stops = [1, 2, 3].map(() => startMailCarrier(service().parts, oftenMs));
    onTestFinished(async () => {
      await Promise.all(stops.map((stop) => stop()));
    });
    const invoices = await Promise.all(Array.from({ length: 16 }, () => anInvoice()));
    for (const { email } of invoices) await mailsTo(server, email, 1);
    await afterOthers();
    for (const { email } of invoices) expect(await mailsTo(server, email, 1)).toHaveLength(1);
  });

  it("leave an e-mail alone whose process died while the mail server had it", async () => {
    let accept = () => {};
    const held = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const { id, email } = await anInvoice({ status: "DRAFT" });
    server.behavior = { onContent: ({ to }) => (to.includes(email) ? held : undefined) };
    await story.done("invoices.finalize", { invoiceId: id });
    await until(() => server.seen.some(({ to }) => to.includes(email)));
    // For all other processes, it is as if this one had died: its lease runs out.
    service().clock.advance(181);
    const [lost] = await logged(id, "UNCERTAIN");
    expect(lost.reason).toContain("It is not sent again, because it may have arrived.");
    accept();
    await afterOthers();
    expect(server.seen.filter(({ to }) => to.includes(email))).toHaveLength(1);
    expect(await logged(id, "UNCERTAIN")).toHaveLength(1);
  });
});

it("a service without a mail server writes no e-mails, and refuses to send one again", async () => {
  const { id } = await anInvoice();
  const [sent] = await logged(id, "SENT");
  const without = await startBeside(service());
  onTestFinished(() => without.stop());
  const quiet = new Story(restDoor, () => without);
  const { id: invoiceId } = await quiet.anInvoice();
  expect((await quiet.done("emails.list", { invoiceId })).emails).toEqual([]);
  expect(await quiet.call("emails.resend", { emailId: sent.id })).toMatchObject({
    status: 409,
    body: { error: "This service sends no e-mails." },
  });
});
