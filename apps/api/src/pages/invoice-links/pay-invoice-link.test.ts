import { describe, expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import {
  aCheckout,
  beforeItIsMined,
  revertPayment,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import {
  aPayableInvoice,
  linkTokenOf,
  signedByLink,
  useTwice,
} from "../../../test/harness/invoice-link.ts";
import { aPayer, balanceOf } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService({ ...payments, SETTLEMENT_FINALITY: "8" });

describe("paying an invoice by its link", () => {
  const story = new Story(restDoor, service);

  it("moves the money, and the invoice is PAID by its user", async () => {
    const { id, linkToken, payoutAddress, userId } = await aPayableInvoice(story);
    const payer = await aPayer(service(), "30");

    expect(
      await story.call("invoiceLinks.pay", await signedByLink(story, linkToken, payer)),
    ).toMatchObject({
      status: 200,
      body: { invoiceStatus: { status: "OPEN", payment: { status: "PENDING" } } },
    });
    await settleAll(service());

    expect((await story.done("invoiceLinks.status", { linkToken })).invoiceStatus).toMatchObject({
      status: "PAID",
      payment: { status: "CONFIRMED", payerAddress: payer.address, failure: null },
    });
    const { invoice } = await story.done("invoices.get", { invoiceId: id });
    expect(invoice).toMatchObject({
      status: "PAID",
      settlements: [{ status: "CONFIRMED", collect: "authorization", payerId: userId }],
    });
    expect(await payer.balance()).toBe("5.000000");
    expect(await balanceOf(service(), payoutAddress)).toBe("25.000000");
  });

  it("is refused for an invoice of zero: nothing is due", async () => {
    const { linkToken } = await aPayableInvoice(story, { amount: "0" });
    const payer = await aPayer(service(), "30");
    const { address: payerAddress } = payer;
    const signature = `0x${"5e".repeat(65)}`;
    const payment = { validUntil: 99_999_999_999, signature };

    const refused = { status: 409, body: { error: "Nothing is due." } };
    const input = { linkToken, payerAddress };
    expect(await story.call("invoiceLinks.prepare", input)).toMatchObject(refused);
    expect(await story.call("invoiceLinks.pay", { ...input, payment })).toMatchObject(refused);
  });

  it("shows what the invoice bills", async () => {
    const line = { description: "Requests", quantity: "10000", unitAmount: "0.0025", amount: "25" };
    const { linkToken, ...invoice } = await aPayableInvoice(story, { lines: [line] });
    await useTwice(story, invoice);

    expect((await story.done("invoiceLinks.view", { linkToken })).invoice).toMatchObject({
      lines: [
        {
          description: "Requests",
          quantity: "10000.000000",
          unitAmount: "0.002500",
          amount: "25.000000",
        },
      ],
      usageEventCount: 2,
    });
  });

  it("gives a receipt", async () => {
    const { linkToken, payoutAddress } = await aPayableInvoice(story);
    const payer = await aPayer(service());
    const before = (await story.done("invoiceLinks.view", { linkToken })).invoice;
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settleAll(service());

    const { invoice } = await story.done("invoiceLinks.view", { linkToken });

    expect(before).toMatchObject({ status: "OPEN", amount: "25.000000", receipt: null });
    expect(invoice).toMatchObject({
      status: "PAID",
      receipt: {
        payerAddress: payer.address,
        merchantAddress: payoutAddress,
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        transactionUrl: null,
      },
    });
  });
});

const story = new Story(restDoor, service);
const pay = (input: object) => story.call("invoiceLinks.pay", input);

it("shows the id of the invoice to nobody", async () => {
  const { id, linkToken } = await aPayableInvoice(story);
  expect(JSON.stringify(await story.done("invoiceLinks.view", { linkToken }))).not.toContain(id);
});

it("takes one payment of two payers in two tabs", async () => {
  const { linkToken, id } = await aPayableInvoice(story);
  const payers = [await aPayer(service(), "25"), await aPayer(service(), "25")];
  const inputs = await Promise.all(payers.map((payer) => signedByLink(story, linkToken, payer)));

  const answers = await Promise.all(inputs.map(pay));
  await settleAll(service());

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const balances = await Promise.all(payers.map((payer) => payer.balance()));
  expect([...balances].sort()).toEqual(["0.000000", "25.000000"]);
  expect((await story.done("invoices.get", { invoiceId: id })).invoice.status).toBe("PAID");
});

it("answers the payment again when the call is repeated, and takes nothing twice", async () => {
  const { linkToken } = await aPayableInvoice(story);
  const payer = await aPayer(service(), "60");
  const [input, again] = [
    await signedByLink(story, linkToken, payer),
    await signedByLink(story, linkToken, payer),
  ];
  await pay(input);
  expect((await pay(again)).status).toBe(200);
  await settleAll(service());
  expect((await pay(again)).body.invoiceStatus.status).toBe("PAID");
  expect(await payer.balance()).toBe("35.000000");
});

describe("refuses", () => {
  it("a wallet with too little USDC before it signs", async () => {
    const { linkToken } = await aPayableInvoice(story);
    const { address: payerAddress } = await aPayer(service(), "3");
    expect(await story.call("invoiceLinks.prepare", { linkToken, payerAddress })).toMatchObject({
      status: 409,
      body: { error: "The wallet has 3.000000 USDC; 25.000000 USDC are due." },
    });
  });

  it("an invoice that is not OPEN", () =>
    forRows(["DRAFT", "VOID", "EXPIRED"], async (status) => {
      const { linkToken } = await aPayableInvoice(story, { status });
      const { address: payerAddress } = await aPayer(service());
      expect(await story.call("invoiceLinks.prepare", { linkToken, payerAddress })).toMatchObject({
        status: 409,
        body: { error: `The invoice is ${status}.` },
      });
    }));

  it("a payment that was signed in time and sent after the invoice has expired", async () => {
    const dueAt = new Date(service().clock.now().getTime() + 60_000).toISOString();
    const { linkToken } = await aPayableInvoice(story, { dueAt });
    const input = await signedByLink(story, linkToken, await aPayer(service()));
    service().clock.advance(61);
    expect(await pay(input)).toMatchObject({
      status: 409,
      body: { error: "The invoice is EXPIRED." },
    });
  });

  it("a payment while the seller's own settlement is in progress", async () => {
    const invoice = await aPayableInvoice(story);
    const input = await signedByLink(story, invoice.linkToken, await aPayer(service()));
    await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));
    expect(await pay(input)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("Another wallet's payment of this invoice") },
    });
    await settleAll(service());
  });

  it("the link of an invoice whose checkout is not paid yet", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    await story.done(
      "checkout.pay",
      await signed(story, checkoutSessionId, await aPayer(service())),
    );
    const { db } = service().parts;
    const { invoiceId } = await db.checkoutSession.findUniqueOrThrow({
      where: { id: checkoutSessionId },
    });
    const { linkToken } = await db.invoice.findUniqueOrThrow({ where: { id: invoiceId } });
    expect((await story.call("invoiceLinks.view", { linkToken })).status).toBe(404);
    await settleAll(service());
    expect((await story.call("invoiceLinks.view", { linkToken })).status).toBe(200);
  });
});

describe("a link that was replaced", () => {
  it("leads nowhere, and a payment signed there is refused", async () => {
    const { id, linkToken } = await aPayableInvoice(story);
    const payer = await aPayer(service());
    const input = await signedByLink(story, linkToken, payer);

    const { invoice } = await story.done("invoices.rotateLink", { invoiceId: id });

    expect((await pay(input)).status).toBe(404);
    expect((await story.call("invoiceLinks.view", { linkToken })).status).toBe(404);
    const next = linkTokenOf(invoice);
    expect((await pay(await signedByLink(story, next, payer))).status).toBe(200);
    await settleAll(service());
  });
});

describe("voiding an invoice", () => {
  it("gives up a payment that was not sent", async () => {
    const { id, linkToken } = await aPayableInvoice(story);
    const payer = await aPayer(service(), "25");
    await pay(await signedByLink(story, linkToken, payer));

    const { invoice } = await story.done("invoices.void", { invoiceId: id });

    expect(invoice.status).toBe("VOID");
    await settleAll(service());
    expect(await payer.balance()).toBe("25.000000");
    expect((await story.done("invoiceLinks.status", { linkToken })).invoiceStatus).toMatchObject({
      status: "VOID",
      payment: { status: "FAILED", failure: "The invoice was voided. Nothing was taken." },
    });
  });

  it("is refused once the payment was sent", async () => {
    const { id, linkToken } = await aPayableInvoice(story);
    await pay(await signedByLink(story, linkToken, await aPayer(service())));
    await beforeItIsMined(service(), async () => {
      expect((await story.call("invoices.void", { invoiceId: id })).status).toBe(409);
    });
    expect((await story.done("invoices.get", { invoiceId: id })).invoice.status).toBe("PAID");
  });
});

it("takes a payment that a reorganization revives, and fails the one that followed it", async () => {
  const { id, linkToken, userId } = await aPayableInvoice(story);
  const [first, second] = [await aPayer(service(), "25"), await aPayer(service(), "25")];
  await pay(await signedByLink(story, linkToken, first));
  await revertPayment(service(), first, "25");
  const { invoiceStatus } = await story.done("invoiceLinks.status", { linkToken });
  expect(invoiceStatus.payment).toMatchObject({ status: "FAILED", isFinal: false });
  await pay(await signedByLink(story, linkToken, second));
  const { db } = service().parts;
  const sent = await db.settlementTransaction.findFirstOrThrow({
    where: { settlement: { invoiceId: id, revertedAt: { not: null } } },
  });

  await rpc(service(), "anvil_reorg", [1, [[sent.raw, 0]]]);
  await settleAll(service());
  await rpc(service(), "anvil_mine", ["0x8"]);
  await settleAll(service());

  expect(await second.balance()).toBe("25.000000");
  const { invoice } = await story.done("invoices.get", { invoiceId: id });
  expect(invoice).toMatchObject({
    status: "PAID",
    settlements: [{ status: "CONFIRMED", payerId: userId }],
  });
});

it("refuses terms that are not the shown ones any more, to prepare and to pay, and says what has changed", async () => {
  const { id: invoiceId, serviceId, linkToken } = await aPayableInvoice(story);
  const payer = await aPayer(service());
  const input = await signedByLink(story, linkToken, payer);
  const { terms } = (await story.done("invoiceLinks.view", { linkToken })).invoice;
  await story.done("creditNotes.create", { invoiceId, amount: "2", reason: "Outage" });
  const payoutAddress = `0x${"12".repeat(20)}`;
  await story.done("services.update", { serviceId, payoutAddress });

  const { payerAddress } = input;
  const answers = [
    await story.call("invoiceLinks.prepare", { linkToken, payerAddress, terms }),
    await pay({ ...input, terms }),
  ];
  for (const { status, code, body } of answers) {
    expect([status, code]).toEqual([409, "terms_changed"]);
    expect(body.error).toBe(
      `The terms have changed since they were shown. 23.000000 USDC are due now, not 25.000000 USDC. The seller is paid at ${payoutAddress} now.`,
    );
  }
  const status = (await story.done("invoiceLinks.status", { linkToken })).invoiceStatus;
  expect(status.terms).toEqual({
    amountDue: "23.000000",
    merchantAddress: payoutAddress,
    prices: null,
  });
  const again = { linkToken, payerAddress, terms: status.terms };
  expect((await story.call("invoiceLinks.prepare", again)).status).toBe(200);
});
