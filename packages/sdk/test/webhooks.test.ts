import { randomBytes } from "node:crypto";
import { type UsanceEvent, usanceClient, webhooks } from "@usance/sdk";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { aSubscriber, invoiceOf } from "../../../apps/api/test/harness/a-subscriber.ts";
import { useDeliverer } from "../../../apps/api/test/harness/deliveries.ts";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { useReceiver } from "../../../apps/api/test/harness/receiver.ts";
import { testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { until } from "../../../apps/api/test/harness/until.ts";

const service = useService();
useDeliverer(service);
const receiver = useReceiver();

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const at = new Date("2026-01-31T12:00:00Z");
const now = () => at;
const body = JSON.stringify({ id: "event1", type: "invoice.paid", text: "Grüße 🦭" });
const signed = () => webhooks.sign(body, secret, { id: "event1", now });

it("a delivery verifies with either secret during a rotation", async () => {
  const usance = usanceClient({ baseUrl: service().url, apiKey: testKey });
  const subscriber = await aSubscriber(usance);
  const endpoint = await usance.webhookEndpoints.create({
    url: `${receiver().url}/hook`,
    serviceId: subscriber.serviceId,
    events: ["invoice.opened"],
  });
  const changed = await usance.webhookEndpoints.rotateSecret({ webhookEndpointId: endpoint.id });

  const invoice = await usance.invoices.create(invoiceOf(subscriber));

  const delivery = await until(() => receiver().received[0] ?? expect.fail());
  const clock = { now: () => service().clock.now() };
  for (const key of [endpoint.secret, changed.secret]) {
    const event = await webhooks.verify(delivery.body, delivery.headers, key ?? "", clock);
    expect(event).toMatchObject({ type: "invoice.opened", data: { invoice: { id: invoice.id } } });
  }
  const wrong = webhooks.verify(delivery.body, delivery.headers, secret, clock);
  await expect(wrong).rejects.toThrow(webhooks.WebhookVerificationError);
});

describe("the library of Standard Webhooks and this one", () => {
  it("create the same signature", async () => {
    const { "webhook-signature": signature } = await signed();

    expect(signature).toBe(new Webhook(secret).sign("event1", at, body));
  });

  it("verify each other's signatures, of strings and of bytes", async () => {
    const signature = new Webhook(secret).sign("event1", at, body);
    const headers = { ...(await signed()), "webhook-signature": `v1,eA== v1a,x ${signature}` };

    for (const came of [body, new TextEncoder().encode(body)]) {
      const options = { now };
      expect(await webhooks.verify(came, headers, secret, options)).toEqual(JSON.parse(body));
      expect(await webhooks.verify(came, new Headers(headers), secret, options)).toEqual(
        JSON.parse(body),
      );
    }
  });
});

describe("a webhook is refused", () => {
  const later = (seconds: number) => () => new Date(at.getTime() + seconds * 1_000);

  it("if anything of it was changed", () =>
    forRows(
      [
        ["a byte of the body differs", { body: body.replace("paid", "void") }],
        ["it has another id", { headers: { "webhook-id": "event2" } }],
        ["it has another time", { headers: { "webhook-timestamp": "1769860801" } }],
        ["it has no signature", { headers: { "webhook-signature": "" } }],
        ["its signature is not base64", { headers: { "webhook-signature": "v1,***" } }],
        ["its signature has another version", { headers: { "webhook-signature": "v2,eA==" } }],
        ["a header is missing", { headers: { "webhook-id": undefined } }],
        ["its time is not a number", { headers: { "webhook-timestamp": "now" } }],
        ["it is older than five minutes", { now: later(301) }],
        ["its time is more than five minutes in the future", { now: later(-301) }],
      ],
      async (_, changed) => {
        const { headers = {}, ...rest } = { body, now, ...changed } as {
          body: string;
          now: () => Date;
          headers?: Record<string, string | undefined>;
        };
        const sent = { ...(await signed()), ...headers };

        const reading = webhooks.verify(rest.body, sent, secret, { now: rest.now });

        await expect(reading).rejects.toThrow(webhooks.WebhookVerificationError);
      },
    ));

  it("except within the tolerance", async () => {
    const headers = await signed();

    const options = { now: later(301), toleranceSeconds: 600 };

    await expect(webhooks.verify(body, headers, secret, options)).resolves.toBeDefined();
  });

  it("as a programming error without a secret", () =>
    forRows(["", "whsec_", "whsec_***", randomBytes(32).toString("base64")], async (none) => {
      await expect(webhooks.verify(body, await signed(), none, { now })).rejects.toThrow(TypeError);
    }));
});

it("the type of an event determines its data", () => {
  const told = (event: UsanceEvent): string => {
    switch (event.type) {
      case "invoice.paid":
        return event.data.invoice.amount;
      case "settlement.confirmed":
        return event.data.settlement.referenceHash;
      default:
        return event.id;
    }
  };

  expect(told({ id: "event1", type: "invoice.eaten" } as unknown as UsanceEvent)).toBe("event1");
});

it("a signature that is wrong is compared by Web Crypto, in constant time", () =>
  forRows(
    [
      ["has a wrong first character", (right: Buffer) => flipped(right, 0)],
      ["has a wrong last character", (right: Buffer) => flipped(right, right.length - 1)],
      ["ends too early", (right: Buffer) => right.subarray(0, 16)],
    ],
    async (_, spoil) => {
      const compared = vi.spyOn(crypto.subtle, "verify");
      onTestFinished(() => compared.mockRestore());
      compared.mockClear();
      const headers = await signed();
      const forged = spoil(Buffer.from(headers["webhook-signature"].slice("v1,".length), "base64"));
      const came = { ...headers, "webhook-signature": `v1,${forged.toString("base64")}` };

      await expect(webhooks.verify(body, came, secret, { now })).rejects.toThrow(
        webhooks.WebhookVerificationError,
      );

      // https://www.w3.org/TR/webcrypto-2/#hmac-operations-verify: the comparison takes constant time.
      expect(compared.mock.calls.map(([how, , signature]) => [how, signature])).toEqual([
        ["HMAC", new Uint8Array(forged)],
      ]);
    },
  ));

function flipped(bytes: Buffer, at: number): Buffer {
  const forged = Buffer.from(bytes);
  forged.writeUInt8(forged.readUInt8(at) ^ 1, at);
  return forged;
}
