import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { aSecondLater } from "../../test/harness/a-second-later.ts";
import { cookieOf, ownPage, withCookie } from "../../test/harness/dashboard.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";

const service = useService();

describe("a wallet", () => {
  const platform = new Story(restDoor, service);
  const ask = (operation: string, input: object) =>
    restDoor.call(service().url, operation, input, null, ownPage);
  const aWallet = () => privateKeyToAccount(generatePrivateKey());
  const messageFor = async (address: string): Promise<string> =>
    (await ask("dashboard.walletMessage", { address })).body.walletMessage.message;
  const signIn = (message: string, signature: string, serviceId?: string) =>
    ask("dashboard.signInWithWallet", { message, signature, serviceId });

  /** A wallet that a service of a new seller is paid to. */
  async function aPaidWallet() {
    const wallet = aWallet();
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const { id: serviceId } = await story.aService({ payoutAddress: wallet.address });
    return { wallet, seller, story, serviceId };
  }

  it("signs in by the message of this dashboard, once", async () => {
    const { wallet, seller } = await aPaidWallet();
    const message = await messageFor(wallet.address);
    expect(message).toMatch(
      /^pay\.example\.com wants you to sign in with your Ethereum account:\n0x/,
    );
    const signature = await wallet.signMessage({ message });

    const answer = await signIn(message, signature);

    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.dashboardSession).toMatchObject({
      ownerId: seller.id,
      apiKeyId: null,
      walletAddress: wallet.address.toLowerCase(),
    });
    const by = withCookie(restDoor, cookieOf(answer));
    const { services } = (await by.call(service().url, "services.list")).body;
    expect(new Set(services.map((one: { ownerId: string }) => one.ownerId))).toEqual(
      new Set([seller.id]),
    );
    expect(await signIn(message, signature)).toMatchObject({
      status: 400,
      code: "sign_in_message_invalid",
    });
  });

  it("reads and sends invoices, and changes neither payout address, keys nor webhooks", async () => {
    const { wallet, story, serviceId } = await aPaidWallet();
    const { id: invoiceId } = await story.anInvoice();
    const message = await messageFor(wallet.address);
    const answer = await signIn(message, await wallet.signMessage({ message }));
    const by = withCookie(restDoor, cookieOf(answer));
    const status = async (operation: string, input: object) =>
      (await by.call(service().url, operation, input)).status;
    expect(await status("invoices.get", { invoiceId })).toBe(200);
    expect(await status("invoices.rotateLink", { invoiceId })).toBe(200);
    expect(await status("services.update", { serviceId, payoutAddress: wallet.address })).toBe(403);
    expect(await status("apiKeys.create", { name: "A" })).toBe(403);
    expect(await status("dashboardSessions.create", {})).toBe(403);
    expect(await status("webhookEndpoints.create", { url: "https://example.com" })).toBe(403);
    const { auditEvents } = await story.done("auditEvents.list", { recordId: invoiceId });
    expect(auditEvents[0].apiKeyId).toBe(`dashboard ${answer.body.dashboardSession.id}`);
  });

  it("is signed out when no service is paid to it any more", async () => {
    const { wallet, story, serviceId } = await aPaidWallet();
    const message = await messageFor(wallet.address);
    const by = withCookie(
      restDoor,
      cookieOf(await signIn(message, await wallet.signMessage({ message }))),
    );
    const list = async () => (await by.call(service().url, "services.list")).status;
    expect(await list()).toBe(200);
    await story.done("services.update", { serviceId, payoutAddress: aWallet().address });
    aSecondLater();
    expect(await list()).toBe(401);
  });

  it("does not sign in by a message with one thing changed", () =>
    forRows<[string, (message: string) => string]>(
      [
        [
          "another dashboard",
          (message) => message.replaceAll("pay.example.com", "evil.example.com"),
        ],
        ["another chain", (message) => message.replace(/Chain ID: \d+/, "Chain ID: 1")],
        [
          "a nonce of its own",
          (message) => message.replace(/Nonce: \w+/, "Nonce: 0123456789abcdef"),
        ],
        ["a later time", (message) => message.replace(/(Expiration Time: )\d{4}/, "$12099")],
        ["something else besides", (message) => `${message}\nResources:\n- https://example.com`],
        ["something else", () => "Let me in"],
      ],
      async (_, changed) => {
        const { wallet } = await aPaidWallet();
        const message = changed(await messageFor(wallet.address));
        const signature = await wallet.signMessage({ message });
        expect(await signIn(message, signature)).toMatchObject({
          status: 400,
          code: "sign_in_message_invalid",
        });
      },
    ));

  it("does not sign in after five minutes, nor by the message of another wallet", async () => {
    const { wallet } = await aPaidWallet();
    const other = aWallet();
    const message = await messageFor(wallet.address);
    expect(await signIn(message, await other.signMessage({ message }))).toMatchObject({
      status: 400,
      code: "sign_in_signature_invalid",
    });
    const swapped = message.replace(wallet.address, other.address);
    expect(await signIn(swapped, await other.signMessage({ message: swapped }))).toMatchObject({
      status: 400,
      code: "sign_in_message_invalid",
    });
    service().clock.advance(300);
    expect(await signIn(message, await wallet.signMessage({ message }))).toMatchObject({
      status: 400,
      code: "sign_in_message_invalid",
    });
  });

  it("that no service is paid to signs nobody in", async () => {
    const wallet = aWallet();
    const message = await messageFor(wallet.address);
    expect(await signIn(message, await wallet.signMessage({ message }))).toMatchObject({
      status: 403,
      code: "not_a_payout_address",
    });
  });

  it("of several sellers signs in to the one whose service is named", async () => {
    const { wallet } = await aPaidWallet();
    const second = await platform.aService({ payoutAddress: wallet.address.toLowerCase() });
    const again = async (serviceId?: string) => {
      const message = await messageFor(wallet.address);
      return signIn(message, await wallet.signMessage({ message }), serviceId);
    };
    expect(await again()).toMatchObject({
      status: 409,
      code: "payout_address_of_several_sellers",
    });
    expect((await again(second.id)).body.dashboardSession.ownerId).toBe(second.ownerId);
    const { id: others } = await platform.aService();
    expect(await again(others)).toMatchObject({ status: 403, code: "not_a_payout_address" });
  });
});
