import { describe, expect, it } from "vitest";
import { aCheckout, signed } from "../../test/harness/checkout.ts";
import { doors } from "../../test/harness/doors.ts";
import { aPayer, balanceOf } from "../../test/harness/payer.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { reconcile } from "../settlements/reconcile.ts";

const service = useService(payments);

describe.each(doors)("paying a checkout through $name", (door) => {
  const story = new Story(door, service);

  it("takes the money, and the session is PAID with a subscription and an invoice", async () => {
    const { checkoutSessionId, payoutAddress } = await aCheckout(story);
    const payer = await aPayer(service(), "30");
    const { status, body } = await story.call(
      "checkout.pay",
      await signed(story, checkoutSessionId, payer),
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { checkoutStatus: { status: "PENDING", payment: { status: "PENDING" } } },
    });

    await reconcile(service().parts);
    await reconcile(service().parts);
    const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });

    expect(checkoutStatus).toMatchObject({
      status: "PAID",
      payment: { status: "CONFIRMED", payerAddress: payer.address, failure: null },
    });
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const [subscription] = checkoutSession.subscriptions;
    expect(subscription.status).toBe("ACTIVE");
    expect(checkoutSession.transactionHash).toBe(checkoutStatus.payment.transactionHash);
    const { invoices } = await story.done("invoices.list", { subscriptionId: subscription.id });
    expect(invoices).toMatchObject([
      {
        status: "PAID",
        amount: "25.000000",
        settlements: [{ status: "CONFIRMED", collect: "authorization" }],
      },
    ]);
    expect(await payer.balance()).toBe("5.000000");
    expect(await balanceOf(service(), payoutAddress)).toBe("25.000000");
  });
});
