import { beforeEach, expect, onTestFinished, test } from "vitest";
import { collectDueInvoices } from "../../api/src/settlements/collect-under-cap.ts";
import { checkCaps } from "../../api/src/settlements/spending-caps/check-caps.ts";
import { aCheckout, monthly, settleAll, signed } from "../../api/test/harness/checkout.ts";
import { useDeliverer } from "../../api/test/harness/deliveries.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { mailsTo, startMailServer } from "../../api/test/harness/mail-server.ts";
import { aPayer } from "../../api/test/harness/payer.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { useBrowser } from "./harness/browser.ts";
import { expectGoodState } from "./harness/state.ts";

/* The HTML of e-mails, as a mail program that knows all of it shows them. */

const server = await startMailServer();
const service = useService({
  ...payments,
  SMTP_URL: server.url,
  EMAIL_FROM: "billing@usance.example",
  EXPLORER_URL: "https://explorer.example",
});
useDeliverer(service);
const browser = useBrowser();
const story = new Story(restDoor, service);

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});

/** Opens an e-mail, and checks its looks: light, dark, on a phone, and nothing loaded. */
async function expectGoodEmail(html: string, name: string): Promise<void> {
  const context = await browser().newContext({
    viewport: { width: 700, height: 800 },
    reducedMotion: "reduce",
  });
  onTestFinished(() => context.close());
  context.on("request", (request) => asked.push(request.url()));
  const page = await context.newPage();
  await page.setContent(html);
  await expectGoodState(page, `email-${name}`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  }
  expect(asked).toEqual([]);
}

test("an invoice that is due", async () => {
  const lines = [
    { description: "Requests in October", quantity: "4000", unitAmount: "0.0025", amount: "10" },
    { description: "Archive", quantity: "1", unitAmount: "2.5", amount: "2.5" },
  ];
  const dueAt = "2030-01-31T12:05:00.000Z";
  const { user } = await story.anInvoice({ amount: "12.5", lines, dueAt });
  const [mail] = await mailsTo(server, user.email, 1);
  await expectGoodEmail(mail?.html ?? "", "invoice-opened");
});

test("an invoice of a service with a brand has its color and links", async () => {
  const branding = { color: "#ffd400", supportUrl: "https://seller.example/help" };
  const { serviceId, paymentPlanId, userId, user } = await story.anInvoice({ status: "DRAFT" });
  await story.done("services.update", { serviceId, branding });
  const terms = { serviceId, paymentPlanId, userId, amount: "5", status: "OPEN" };
  await story.done("invoices.create", terms);
  const [mail] = await mailsTo(server, user.email, 1);
  expect(mail?.html).toContain("background:#ffd400;color:#000000");
  expect(mail?.html).toContain('href="https://seller.example/help"');
  expect(mail?.text).toContain("Support: https://seller.example/help");
  await expectGoodEmail(mail?.html ?? "", "branded");
});

test("an invoice with very long names stays as narrow as a phone", async () => {
  const long = "W".repeat(200);
  const service1 = await story.aService({ name: long });
  const plan = await story.aPlan(service1.id, { name: long });
  const of = { serviceId: service1.id, paymentPlanId: plan.id };
  const { checkoutSession } = await story.done("checkoutSessions.create", of);
  const { checkoutSession: paid } = await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkoutSession.id,
    user: { email: "long@example.com" },
  });
  const { userId } = paid.subscriptions[0];
  const lines = [{ description: long, quantity: "1", unitAmount: "1", amount: "1" }];
  const terms = { ...of, userId, amount: "1", status: "OPEN", lines };
  await story.done("invoices.create", terms);
  const [mail] = await mailsTo(server, "long@example.com", 1);
  await expectGoodEmail(mail?.html ?? "", "long-names");
});

test("a receipt, a failed collection, and a cap that is running low", async () => {
  const { checkoutSessionId } = await aCheckout(story, monthly);
  const payer = await aPayer(service(), "65");
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "30"));
  await settleAll(service());
  const to = `${payer.address}@example.com`;
  const [receipt] = await mailsTo(server, to, 1);
  await expectGoodEmail(receipt?.html ?? "", "invoice-paid");

  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  for (const count of [3, 4]) {
    service().clock.advance(31 * 86_400);
    const { id: subscriptionId } = checkoutSession.subscriptions[0];
    await story.done("subscriptions.get", { subscriptionId });
    await collectDueInvoices(service().parts);
    await settleAll(service());
    await checkCaps(service().parts);
    await mailsTo(server, to, count);
  }
  const mails = await mailsTo(server, to, 4);
  const about = (subject: string) =>
    mails.find(({ headers }) => headers.get("subject")?.includes(subject))?.html ?? "";
  await expectGoodEmail(about("running low"), "cap-low");
  await expectGoodEmail(about("failed"), "payment-failed");
});
