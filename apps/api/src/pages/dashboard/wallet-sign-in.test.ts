import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { cookieOf, ownPage, withCookie } from "../../../test/harness/dashboard.ts";
import { operations, restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";

const service = useService();

describe("a wallet", () => {
  const ask = (operation: string, input: object) =>
    restDoor.call(service().url, operation, input, null, ownPage);
  const aWallet = () => privateKeyToAccount(generatePrivateKey());
  const messageFor = async (address: string): Promise<string> =>
    (await ask("dashboard.walletMessage", { address })).body.walletMessage.message;
  const signIn = (message: string, signature: string, walletGrantId?: string) =>
    ask("dashboard.signInWithWallet", { message, signature, walletGrantId });

  /** A wallet with a grant of a new seller. */
  async function aGrantedWallet(wallet = aWallet()) {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const scopes = ["services:read", "invoices:read", "invoices:write"];
    const input = { name: "Ada", walletAddress: wallet.address, scopes };
    return {
      wallet,
      seller,
      story,
      grant: (await story.done("walletGrants.create", input)).walletGrant,
    };
  }

  it("signs in by the message of this dashboard, once", async () => {
    const { wallet, seller, grant } = await aGrantedWallet();
    const message = await messageFor(wallet.address);
    expect(message).toMatch(
      /^pay\.example\.com wants you to sign in with your Ethereum account:\n0x/,
    );
    const signature = await wallet.signMessage({ message });

    const answer = await signIn(message, signature);

    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.dashboardSession).toMatchObject({
      ownerId: seller.id,
      apiKeyId: grant.id,
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

  it("has the scopes of its grant, and stands in the audit log under it", async () => {
    const { wallet, story, grant } = await aGrantedWallet();
    const { id: invoiceId } = await story.anInvoice();
    const message = await messageFor(wallet.address);
    const answer = await signIn(message, await wallet.signMessage({ message }));
    const by = withCookie(restDoor, cookieOf(answer));
    const status = async (operation: string, input: object = {}) =>
      (await by.call(service().url, operation, input)).status;
    expect(await status("invoices.get", { invoiceId })).toBe(200);
    expect(await status("invoices.rotateLink", { invoiceId })).toBe(200);
    const { auditEvents } = await story.done("auditEvents.list", { recordId: invoiceId });
    expect(auditEvents[0].apiKeyId).toBe(grant.id);

    const others = Object.values(operations).filter(
      ({ scope }) => scope !== null && !grant.scopes.includes(scope),
    );
    for (const { name } of others) expect(await status(name), name).toBe(403);
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
        const { wallet } = await aGrantedWallet();
        const message = changed(await messageFor(wallet.address));
        const signature = await wallet.signMessage({ message });
        expect(await signIn(message, signature)).toMatchObject({
          status: 400,
          code: "sign_in_message_invalid",
        });
      },
    ));

  it("does not sign in after five minutes, nor by the message of another wallet", async () => {
    const { wallet } = await aGrantedWallet();
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

  it("of several sellers sees them once it has signed, and signs in to the one that it chooses", async () => {
    const { wallet, grant, seller } = await aGrantedWallet();
    const { grant: second, seller: other } = await aGrantedWallet(wallet);
    const message = await messageFor(wallet.address);
    const signature = await wallet.signMessage({ message });

    const { walletGrants } = (await ask("dashboard.walletGrants", { message, signature })).body;
    expect(walletGrants).toMatchObject([
      { id: second.id, seller: { id: other.id, email: other.email } },
      { id: grant.id, seller: { id: seller.id } },
    ]);
    expect(await signIn(message, signature)).toMatchObject({
      status: 409,
      code: "several_wallet_grants",
    });
    const { id: foreign } = (await aGrantedWallet()).grant;
    expect(await signIn(message, signature, foreign)).toMatchObject({
      status: 403,
      code: "wallet_not_granted",
    });
    const { dashboardSession } = (await signIn(message, signature, grant.id)).body;
    expect(dashboardSession.ownerId).toBe(seller.id);
  });
});
