import { describe, expect, it } from "vitest";
import { doors } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";

/* docs/specification.md, section 3: a test for each row of the state tables, named after it. */

const service = useService();

describe.each(doors)("section 3 through $name", (door) => {
  const story = new Story(door, service);

  describe("service status", () => {
    it("(creation) → DRAFT when status is omitted", async () => {
      expect((await story.aService({ status: undefined })).status).toBe("DRAFT");
    });

    it.each(["DRAFT", "ACTIVE", "DISABLED"])("(creation) → %s when given", async (status) => {
      expect((await story.aService({ status })).status).toBe(status);
    });

    it.each(["DRAFT", "DISABLED"])("%s accepts no new checkout sessions", async (status) => {
      const { id: serviceId } = await story.aService({ status });
      const { id: paymentPlanId } = await story.aPlan(serviceId);

      expect(await story.refusal("checkoutSessions.create", { serviceId, paymentPlanId })).toBe(
        "409 Checkout sessions can only be created for ACTIVE services.",
      );
    });

    it("DISABLED lets existing subscriptions continue", async () => {
      const subscription = await story.aSubscription();
      const { serviceId } = subscription;
      await story.done("services.update", { serviceId, status: "DISABLED" });

      const { status } = await story.call("usageEvents.create", story.usageOf(subscription));

      expect(status).toBe(201);
    });
  });

  describe("checkout session status", () => {
    it("(creation) → PENDING, given or omitted", async () => {
      expect((await story.aCheckoutSession()).status).toBe("PENDING");
      expect((await story.aCheckoutSession({ status: "PENDING" })).status).toBe("PENDING");
    });

    it("PENDING → PAID when completed, with an ACTIVE subscription linked", async () => {
      const { id } = await story.aCheckoutSession();
      const input = { checkoutSessionId: id, user: { email: "states@example.com" } };

      const { checkoutSession } = await story.done("checkoutSessions.complete", input);

      expect(checkoutSession.status).toBe("PAID");
      expect(checkoutSession.subscriptions).toMatchObject([
        { status: "ACTIVE", checkoutSessionId: id, userId: checkoutSession.userId },
      ]);
    });

    it("PENDING → EXPIRED once expiresAt has passed, seen on the next read", async () => {
      const { id } = await story.aCheckoutSession({ expiresAt: service().clock.in(60) });
      const read = () => story.done("checkoutSessions.get", { checkoutSessionId: id });
      expect((await read()).checkoutSession.status).toBe("PENDING");

      service().clock.advance(61);

      expect((await read()).checkoutSession.status).toBe("EXPIRED");
    });

    it("PENDING → CANCELLED when cancelled", async () => {
      const { id } = await story.aCheckoutSession();

      const { checkoutSession } = await story.done("checkoutSessions.cancel", {
        checkoutSessionId: id,
      });

      expect(checkoutSession.status).toBe("CANCELLED");
    });

    it.each([
      ["PAID", "cancel"],
      ["EXPIRED", "cancel"],
      ["CANCELLED", "cancel"],
      ["EXPIRED", "complete"],
      ["CANCELLED", "complete"],
    ])("%s does not %s", async (state, change) => {
      const session = await story.aCheckoutSession({ expiresAt: service().clock.in(60) });
      const input = { checkoutSessionId: session.id };
      const completion = { ...input, user: { email: "states@example.com" } };
      if (state === "PAID") await story.done("checkoutSessions.complete", completion);
      if (state === "CANCELLED") await story.done("checkoutSessions.cancel", input);
      if (state === "EXPIRED") service().clock.advance(61);

      const sent = change === "complete" ? completion : input;
      expect(await story.refusal(`checkoutSessions.${change}`, sent)).toBe(
        "409 Checkout session is not PENDING.",
      );
    });
  });

  describe("subscription status", () => {
    it("CANCELLED takes no usage, and cannot be cancelled again", async () => {
      const subscription = await story.aSubscription();
      const cancel = { subscriptionId: subscription.id };
      expect((await story.done("subscriptions.cancel", cancel)).subscription.status).toBe(
        "CANCELLED",
      );

      expect(await story.refusal("usageEvents.create", story.usageOf(subscription))).toBe(
        "409 Usage can only be recorded against an ACTIVE subscription.",
      );
      expect(await story.refusal("subscriptions.cancel", cancel)).toBe(
        "409 Subscription is not ACTIVE.",
      );
    });
  });

  describe("invoice status", () => {
    it("(creation) → DRAFT when status is omitted", async () => {
      expect((await story.anInvoice({ status: undefined })).status).toBe("DRAFT");
    });

    it.each(["DRAFT", "OPEN", "VOID", "EXPIRED"])("(creation) → %s when given", async (status) => {
      expect(await story.anInvoice({ status })).toMatchObject({ status, paidAt: null });
    });

    it("(creation) refuses invalid statuses", async () => {
      const { serviceId, paymentPlanId, userId } = await story.aSubscription();
      const input = { serviceId, paymentPlanId, userId, amount: "1", status: "SENT" };

      expect(await story.refusal("invoices.create", input)).toBe(
        "400 status must be one of: DRAFT, OPEN, VOID, EXPIRED.",
      );
    });

    it("OPEN → PAID when its settlement is CONFIRMED, with paidAt", async () => {
      const invoice = await story.anInvoice();

      const { settlement } = await story.done("settlements.create", story.settlementOf(invoice));

      expect(settlement).toMatchObject({ status: "CONFIRMED", invoice: { status: "PAID" } });
      const paid = (await story.done("invoices.get", { invoiceId: invoice.id })).invoice;
      expect(paid).toMatchObject({ status: "PAID", settlements: [{ status: "CONFIRMED" }] });
      expect(paid.paidAt).toBe(settlement.invoice.paidAt);
    });

    it("OPEN → EXPIRED once dueAt has passed unpaid, and accepts no settlement", async () => {
      const invoice = await story.anInvoice({ dueAt: service().clock.in(60) });
      const read = () => story.done("invoices.get", { invoiceId: invoice.id });
      expect((await read()).invoice.status).toBe("OPEN");

      service().clock.advance(61);

      expect(await story.refusal("settlements.create", story.settlementOf(invoice))).toBe(
        "409 Settlements can only be created for OPEN invoices.",
      );
      expect((await read()).invoice.status).toBe("EXPIRED");
    });

    it.each(["DRAFT", "VOID", "EXPIRED"])("%s accepts no settlement", async (status) => {
      const invoice = await story.anInvoice({ status });

      expect(await story.refusal("settlements.create", story.settlementOf(invoice))).toBe(
        "409 Settlements can only be created for OPEN invoices.",
      );
    });

    it("DRAFT → OPEN when finalized, OPEN → VOID when voided", async () => {
      const { id: invoiceId } = await story.anInvoice({ status: "DRAFT" });

      expect((await story.done("invoices.finalize", { invoiceId })).invoice.status).toBe("OPEN");
      expect((await story.done("invoices.void", { invoiceId })).invoice.status).toBe("VOID");
    });

    it.each([
      ["OPEN", "finalize", "OPEN"],
      ["VOID", "finalize", "OPEN"],
      ["EXPIRED", "finalize", "OPEN"],
      ["VOID", "void", "VOID"],
      ["EXPIRED", "void", "VOID"],
    ])("%s does not %s", async (status, change, to) => {
      const { id: invoiceId } = await story.anInvoice({ status });

      expect(await story.refusal(`invoices.${change}`, { invoiceId })).toBe(
        `409 Invoice cannot move from ${status} to ${to}.`,
      );
    });
  });
});
