import { describe, expect, it } from "vitest";
import { aCheckout, settleAll, signed } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const invoicesOf = ({ serviceId }: { serviceId: string }) =>
  story.done("invoices.list", { serviceId }).then(({ invoices }) => invoices);

describe("a signed payment", () => {
  const refused = async (change: (input: Awaited<ReturnType<typeof signed>>) => object) => {
    const checkout = await aCheckout(story);
    const input = await signed(story, checkout.checkoutSessionId, await aPayer(service()));
    const answer = await story.call("checkout.pay", { ...input, ...change(input) });
    expect(await invoicesOf(checkout)).toEqual([]);
    return [answer.status, answer.body.error];
  };
  const notSigned = "payment.signature is not the payer's over the prepared terms. Sign again.";

  it("by another wallet, or for another session, is refused and stores nothing", async () => {
    const other = await aPayer(service());
    const { checkoutSessionId } = await aCheckout(story);
    const { payment } = await signed(story, checkoutSessionId, other);
    const payerAddress = other.address;
    for (const change of [{ payerAddress }, { payerAddress, payment }]) {
      expect(await refused(() => change)).toEqual([400, notSigned]);
    }
  });

  it("for another chain or token is refused", () =>
    forRows(
      [
        ["chain", { chainId: 1 }],
        ["token", { verifyingContract: `0x${"ab".repeat(20)}` }],
      ],
      async (_, domain) => {
        const { checkoutSessionId } = await aCheckout(story);
        const payer = await aPayer(service());
        const input = { checkoutSessionId, payerAddress: payer.address };
        const { preparedCheckout } = await story.done("checkout.prepare", input);
        const { typedData, validUntil } = preparedCheckout.payment;
        const elsewhere = { ...typedData, domain: { ...typedData.domain, ...domain } };
        const payment = { validUntil, signature: await payer.sign(elsewhere) };
        const user = { email: "elsewhere@example.com" };
        expect(await story.call("checkout.pay", { ...input, payment, user })).toMatchObject({
          status: 400,
          body: { error: notSigned },
        });
      },
    ));

  it("with v of 0 or 1, as some wallets sign, is accepted", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const { payment, ...input } = await signed(story, checkoutSessionId, await aPayer(service()));
    const { signature = "", validUntil } = payment ?? {};
    const v = Number.parseInt(signature.slice(-2), 16) - 27;
    const odd = { validUntil, signature: `${signature.slice(0, -2)}0${v}` };
    await story.done("checkout.pay", { ...input, payment: odd });
    await settleAll(service());
    const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });
    expect(checkoutStatus.status).toBe("PAID");
  });

  it("is prepared and accepted for addresses in any case", async () => {
    const { checkoutSessionId, serviceId, payoutAddress } = await aCheckout(story);
    const shouted = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    const change = { serviceId, payoutAddress: shouted(payoutAddress) };
    await story.done("services.update", change);
    const payer = await aPayer(service());
    const input = { checkoutSessionId, payerAddress: shouted(payer.address) };
    expect((await story.call("checkout.prepare", input)).status).toBe(200);
  });

  it("by the wallet of the seller's payout address is refused", async () => {
    const { checkoutSessionId, serviceId } = await aCheckout(story);
    const { address } = await aPayer(service());
    await story.done("services.update", { serviceId, payoutAddress: address.toLowerCase() });
    const input = { checkoutSessionId, payerAddress: address };
    expect(await story.call("checkout.prepare", input)).toMatchObject({
      status: 400,
      body: { error: "payerAddress is where the seller is paid: pay from another wallet." },
    });
  });

  it("for a time that is off by more than allowed is refused", () =>
    forRows([-7_200, 7_200], async (seconds) => {
      const late = ({ payment }: Awaited<ReturnType<typeof signed>>) => ({
        payment: { ...payment, validUntil: (payment?.validUntil ?? 0) + seconds },
      });
      expect(await refused(late)).toEqual([
        409,
        "What was signed is too old, or not as it was prepared. Sign again.",
      ]);
    }));

  it("for the seller's former payout address is refused", async () => {
    const { checkoutSessionId, serviceId } = await aCheckout(story);
    const input = await signed(story, checkoutSessionId, await aPayer(service()));
    const payoutAddress = `0x${"cd".repeat(20)}`;
    await story.done("services.update", { serviceId, payoutAddress });
    expect((await story.call("checkout.pay", input)).body.error).toBe(notSigned);
  });
});
