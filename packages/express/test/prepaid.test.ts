import { encodePaymentSignatureHeader } from "@x402/core/http";
import { beforeAll, describe, expect, it } from "vitest";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { expectLedgerHolds } from "../../../apps/api/test/harness/ledger-holds.ts";
import { aPayer, balanceOf, type KeyPayer } from "../../../apps/api/test/harness/payer.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { Story } from "../../../apps/api/test/harness/story.ts";
import { signedFor } from "../../../apps/api/test/harness/x402.ts";
import { useFaultyProxy } from "../../sdk/test/faulty-proxy.ts";
import {
  aSeller,
  payingFetch,
  recordingFetch,
  type Seller,
  signingFetch,
  usualRoutes,
} from "./seller.ts";

const service = useService({ ...payments, X402_SETTLE_WAIT_MS: "60000" });
expectLedgerHolds(service);
const proxy = useFaultyProxy(service);
const story = new Story(restDoor, service);
// Holds expire by the time of this process.
beforeAll(() => service().clock.set(new Date().toISOString()));

const aSale = (options: Partial<Parameters<typeof aSeller>[1]> = {}, routes = usualRoutes) =>
  aSeller(story, { baseUrl: service().url, ...options }, routes);

const statusOf = async (response: Promise<Response>) => (await response).status;

/** What the seller's books say: what the balances have left, the quantities of the usage, and how many payments there were. */
async function booksOf({ serviceId }: Seller) {
  const { balances } = await story.done("balances.list", { serviceId });
  const { usageEvents } = await story.done("usageEvents.list", { serviceId });
  const { settlements } = await story.done("settlements.list", { serviceId });
  return {
    available: balances.map(({ available }: { available: string }) => available),
    used: usageEvents.map(({ quantity }: { quantity: string }) => quantity),
    payments: settlements.length,
  };
}

/** A program that has paid 1 USDC, and nothing else. */
async function aPaidUp(sale: Seller): Promise<KeyPayer> {
  const payer = await aPayer(service(), "1");
  expect(await statusOf(payingFetch(payer)(`${sale.url}/fails`))).toBe(500);
  expect(await booksOf(sale)).toEqual({ available: ["1.000000"], used: [], payments: 1 });
  return payer;
}

describe("a program with a wallet", () => {
  it("pays once for many calls, also when it makes several at once and does not sign in", async () => {
    const sale = await aSale();
    const payer = await aPayer(service());
    const call = payingFetch(payer);

    const first = await Promise.all([1, 2, 3, 4].map(() => call(`${sale.url}/cheap`)));
    const next = await call(`${sale.url}/cheap`);

    const answers = await Promise.all([...first, next].map((one) => one.json()));
    expect(answers).toEqual(Array(5).fill({ weather: "sunny" }));
    const paid = first.filter(({ headers }) => headers.has("PAYMENT-RESPONSE"));
    expect(paid).toHaveLength(1);
    expect(next.headers.has("PAYMENT-RESPONSE")).toBe(false);
    expect(await balanceOf(service(), sale.payTo)).toBe("1.000000");
    const used = Array(5).fill("1.000000");
    expect(await booksOf(sale)).toEqual({ available: ["0.995000"], used, payments: 1 });
    expect(sale.errors).toEqual([]);
  });

  it("spends its credit when its wallet is empty, signed in or not", async () => {
    const sale = await aSale();
    const payer = await aPaidUp(sale);
    expect(await payer.balance()).toBe("0.000000");

    expect(await statusOf(payingFetch(payer)(`${sale.url}/cheap`))).toBe(200);
    const { fetch: before, sent } = recordingFetch();
    expect(await statusOf(signingFetch(payer, before)(`${sale.url}/cheap`))).toBe(200);

    expect(sent.some((headers) => headers.has("PAYMENT-SIGNATURE"))).toBe(false);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.998000"], payments: 1 });
  });

  it("needs no further sign-in with the session of an answer, in any process of the seller", async () => {
    const sale = await aSale();
    const payer = await aPaidUp(sale);
    const answer = await signingFetch(payer)(`${sale.url}/cheap`);
    const session = answer.headers.get("Usance-Session") ?? "";

    const other = await aSeller(
      story,
      { baseUrl: service().url, origin: sale.url },
      usualRoutes,
      sale,
    );
    for (const { url } of [sale, other]) {
      const headers = { "Usance-Session": session };
      expect(await statusOf(fetch(`${url}/cheap`, { headers }))).toBe(200);
    }
    const ofAnother = session.replace(/^0x./, session.startsWith("0x0") ? "0x1" : "0x0");
    const wrong = [session.slice(0, -2), ofAnother, `x${session}`, "x"];
    for (const token of wrong) {
      const headers = { "Usance-Session": token };
      expect(await statusOf(fetch(`${sale.url}/cheap`, { headers }))).toBe(402);
    }
    expect(await booksOf(sale)).toMatchObject({ available: ["0.997000"] });
  });

  it("is charged what the route says, at most what it may cost, and nothing for what fails", async () => {
    const sale = await aSale();
    const call = signingFetch(await aPaidUp(sale));
    const left = async (path: string) => {
      const status = await statusOf(call(sale.url + path));
      return [status, (await booksOf(sale)).available[0]];
    };

    expect(await left("/metered?cost=0.0123")).toEqual([200, "0.987700"]);
    expect((await booksOf(sale)).used).toEqual(["3.000000"]);
    expect(await left("/metered")).toEqual([200, "0.967700"]);
    expect(await left("/metered?cost=5")).toEqual([200, "0.947700"]);
    expect(await left("/metered?cost=0")).toEqual([200, "0.947700"]);
    expect(await left("/throws")).toEqual([503, "0.947700"]);
    expect(await left("/fails")).toEqual([500, "0.947700"]);
    expect(sale.errors).toEqual([]);
  });

  it("gets a stream as it is made, and is charged for it when it ends, or when it has left", async () => {
    const waiting: (() => void)[] = [];
    const sale = await aSale({}, (app, { call, charge }) => {
      usualRoutes(app, { call, charge } as never);
      app.get("/stream", call({ atMost: "0.02" }), async (_, res) => {
        for (const [at, word] of ["sunny", "then", "rain"].entries()) {
          res.write(`${word} `);
          charge(res, { amount: `0.00${at + 1}`, quantity: String(at + 1) });
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
        res.end();
      });
    });
    const call = signingFetch(await aPaidUp(sale));
    const goOn = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await expect.poll(() => waiting.length).toBe(1);
        waiting.shift()?.();
      }
    };

    const answer = await call(`${sale.url}/stream`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("sunny ");
    expect((await booksOf(sale)).used).toEqual([]);
    await goOn(3);
    while ((await reader?.read())?.done === false);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.997000"], used: ["3.000000"] });

    const left = await call(`${sale.url}/stream`);
    await left.body?.cancel();
    await goOn(3);
    await expect.poll(() => booksOf(sale)).toMatchObject({ available: ["0.994000"] });
  });

  it("pays again when its credit does not suffice, also if its subscription has ended", async () => {
    const sale = await aSale({ topUp: "0.0015" });
    const payer = await aPayer(service());
    for (let count = 0; count < 3; count += 1) {
      expect(await statusOf(signingFetch(payer)(`${sale.url}/cheap`))).toBe(200);
    }
    expect(await booksOf(sale)).toMatchObject({ available: ["0.000000"], payments: 2 });
    const { subscriptions } = await story.done("subscriptions.list", {
      serviceId: sale.serviceId,
    });
    await story.done("subscriptions.cancel", { subscriptionId: subscriptions[0].id });

    expect(await statusOf(payingFetch(payer)(`${sale.url}/cheap`))).toBe(200);
    expect(await statusOf(signingFetch(payer)(`${sale.url}/metered?cost=0`))).toBe(200);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.020500"], payments: 4 });
  });
});

describe("nobody else", () => {
  it("gets a call for a sign-in or a payment that was used", async () => {
    const sale = await aSale();
    const payer = await aPaidUp(sale);
    for (const [of, header] of [
      [signingFetch, "SIGN-IN-WITH-X"],
      [
        (payer: KeyPayer, before: typeof fetch) => payingFetchBy(payer, before),
        "PAYMENT-SIGNATURE",
      ],
    ] as const) {
      const { fetch: before, sent } = recordingFetch();
      expect(await statusOf(of(payer, before)(`${sale.url}/cheap`))).toBe(200);
      const value = sent.at(-1)?.get(header) ?? "";
      expect(value).not.toBe("");
      const again = () => fetch(`${sale.url}/cheap`, { headers: { [header]: value } });
      const statuses = await Promise.all([again(), again(), again()].map(statusOf));
      expect(statuses).toEqual([402, 402, 402]);
    }
    expect(await booksOf(sale)).toMatchObject({ available: ["0.998000"], payments: 1 });
  });

  it("spends the credit of a wallet whose signature it does not have", async () => {
    const sale = await aSale();
    const payer = await aPaidUp(sale);
    const stranger = await aPayer(service());
    const forged = { ...stranger, address: payer.address };
    const usance = { paymentPlanId: sale.paymentPlanId, topUp: true };
    const extra = { paymentFlow: "upfront", usance };
    const { payload } = await signedFor(forged, { payTo: sale.payTo, amount: "1000000", extra });
    const payment = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) };
    const { fetch: before, sent } = recordingFetch();
    await signingFetch(forged, before)(`${sale.url}/cheap`);
    const signIn = { "SIGN-IN-WITH-X": sent[1]?.get("SIGN-IN-WITH-X") ?? "" };
    expect(signIn["SIGN-IN-WITH-X"]).not.toBe("");

    for (const headers of [payment, signIn]) {
      expect(await statusOf(fetch(`${sale.url}/cheap`, { headers }))).toBe(402);
    }
    expect(await booksOf(sale)).toMatchObject({ available: ["1.000000"], payments: 1 });
  });

  it("signs in with a sign-in for another server", async () => {
    const sale = await aSale();
    const payer = await aPaidUp(sale);
    const other = await aSale({ origin: "https://other.example.com" });
    const { fetch: before, sent } = recordingFetch();
    await signingFetch(payer, before)(`${sale.url}/cheap`);
    const headers = { "SIGN-IN-WITH-X": sent[1]?.get("SIGN-IN-WITH-X") ?? "" };

    expect(await statusOf(fetch(`${other.url}/cheap`, { headers }))).toBe(402);
  });

  it("is let through, or reported, for headers that are none", async () => {
    const sale = await aSale();
    const payer = await aPayer(service());
    const { fetch: before, sent } = recordingFetch();
    await signingFetch(payer, before)(`${sale.url}/fails`);
    const [signIn, payment] = ["SIGN-IN-WITH-X", "PAYMENT-SIGNATURE"].map((name) =>
      JSON.parse(
        Buffer.from(sent.map((one) => one.get(name)).find(Boolean) ?? "", "base64").toString(),
      ),
    );
    const changed = (of: object, fields: object) => ({ ...of, ...fields });
    const inner = (fields: object) => ({
      ...payment,
      payload: changed(payment.payload, {
        authorization: changed(payment.payload.authorization, fields),
      }),
    });
    const all: readonly (readonly [string, unknown])[] = [
      ...["", "x", "e30=", "bnVsbA==", "W10=", "eyJwYXlsb2FkIjpudWxsfQ=="].flatMap((text) =>
        ["PAYMENT-SIGNATURE", "SIGN-IN-WITH-X", "Usance-Session"].map((of) => [of, text] as const),
      ),
      ...[
        ...[{ address: "" }, { address: sale.payTo }, { version: "2" }],
        ...[{ nonce: "under_score_8" }, { requestId: "\n" }, { resources: ["x"] }, { uri: "x:" }],
        ...[{ issuedAt: "Sat, 28 Nov 2026 00:00:00 GMT" }, { statement: "x".repeat(9_000) }],
        ...[{ chainId: "solana:1" }, { signature: "0x" }],
      ].map((fields) => ["SIGN-IN-WITH-X", changed(signIn, fields)] as const),
      ...[
        ...[{ x402Version: "2" }, { x402Version: undefined }, { resource: "x" }],
        ...[{ extensions: [] }, { accepted: null }, { payload: { authorization: [] } }],
      ].map((fields) => ["PAYMENT-SIGNATURE", changed(payment, fields)] as const),
      ...[{ validBefore: "0" }, { validBefore: "x" }, { value: "-1" }, { to: "0x" }].map(
        (fields) =>
          ["PAYMENT-SIGNATURE", inner({ nonce: `0x${"1".repeat(64)}`, ...fields })] as const,
      ),
    ];

    for (const [name, value] of all) {
      const text =
        typeof value === "string" ? value : Buffer.from(JSON.stringify(value)).toString("base64");
      const status = await statusOf(fetch(`${sale.url}/cheap`, { headers: { [name]: text } }));
      expect([name, value, status]).toEqual([name, value, 402]);
    }
    expect(sale.errors).toEqual([]);
    expect(await booksOf(sale)).toMatchObject({ available: ["1.000000"], used: [] });
  });
});

describe("a route", () => {
  it("cannot change an answer that has ended, nor end the process", async () => {
    const sale = await aSale({}, (app, prepaid) => {
      usualRoutes(app, prepaid);
      const paid = prepaid.call({ price: "0.001" });
      app.get("/again", paid, (_, res) => void res.json({ one: 1 }).status(500).json({ two: "2" }));
      app.get("/next", paid, (_, res, next) => next(res.send("one") && undefined));
      app.get("/write", paid, (_, res) => {
        res.write("one");
        res.end("!");
        res.write("two");
        res.end("three");
      });
      app.get("/public", paid, (_, res) => void res.set("Cache-Control", "public").send("one"));
      app.get("/sum", paid, (_, res) => prepaid.charge(res, { amount: String(0.1 + 0.2) }));
    });
    const call = signingFetch(await aPaidUp(sale));

    const answers = [];
    for (const path of ["again", "next", "write", "public", "sum"]) {
      const answer = await call(`${sale.url}/${path}`);
      const text = await answer.text();
      answers.push([
        answer.status,
        path === "sum" ? "" : text,
        answer.headers.get("Cache-Control"),
      ]);
    }
    expect(answers).toEqual([
      [200, '{"one":1}', "private"],
      [200, "one", "private"],
      [200, "one!", "private"],
      [200, "one", "private"],
      [500, "", expect.anything()],
    ]);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.996000"] });
  });

  it("whose response never ends is charged when the seller closes", async () => {
    const sale = await aSale({}, (app, prepaid) => {
      usualRoutes(app, prepaid);
      app.get("/endless", prepaid.call({ atMost: "0.02" }), (_, res) => {
        res.write("word");
        prepaid.charge(res, { amount: "0.003" });
      });
    });
    const answer = await signingFetch(await aPaidUp(sale))(`${sale.url}/endless`);
    await answer.body?.cancel();
    await sale.prepaid.close();
    expect(await booksOf(sale)).toMatchObject({ available: ["0.997000"] });
  });

  it("is not run when something else has answered meanwhile", async () => {
    const sale = await aSale({ baseUrl: proxy().url }, (app, prepaid) => {
      app.use("/late", (_, res, next) => {
        next();
        res.status(504).json({ error: "Too late." });
      });
      app.get("/late", prepaid.call({ price: "0.001" }), (_, res) => void res.json({}));
      usualRoutes(app, prepaid);
    });
    const call = signingFetch(await aPaidUp(sale));
    const session = (await call(`${sale.url}/cheap`)).headers.get("Usance-Session") ?? "";

    expect(await statusOf(fetch(`${sale.url}/late`))).toBe(504);
    proxy().outage = "cut";
    const headers = { "Usance-Session": session };
    expect(await statusOf(fetch(`${sale.url}/late`, { headers }))).toBe(504);
    proxy().outage = null;
    expect(await statusOf(fetch(`${sale.url}/late`, { headers }))).toBe(504);
    await expect
      .poll(() => booksOf(sale))
      .toMatchObject({ available: ["0.999000"], used: ["1.000000"] });
  });
});

describe("a seller", () => {
  it("finds its subscribers itself, and serves them without a wallet", async () => {
    const { subscription, balance } = await story.prepaid("0.0015");
    const { serviceId, paymentPlanId, userId } = subscription;
    const subscriber = { userId, subscriptionId: subscription.id, balanceId: balance.id };
    const payTo = `0x${"ab".repeat(20)}` as const;
    await story.done("services.update", { serviceId, payoutAddress: payTo });
    const subscriberOf = ({ headers }: { headers: object }) =>
      "x-key" in headers ? subscriber : null;
    const sale = await aSeller(story, { baseUrl: service().url, subscriberOf }, usualRoutes, {
      serviceId,
      paymentPlanId,
      payTo,
    });

    const call = () => statusOf(fetch(`${sale.url}/cheap`, { headers: { "X-Key": "1" } }));
    expect([await call(), await call()]).toEqual([200, 402]);
  });

  it("has calls priced by the rate card and refused by limits", async () => {
    const sale = await aSale({}, (app, { call, charge }) => {
      app.get("/fails", call({ price: "0.001" }), (_, res) => void res.status(500).json({}));
      app.get("/tokens", call({ quantity: "100", keyPrefix: "tokens" }), ({ query }, res) => {
        charge(res, { quantity: String(query.used) });
        res.json({});
      });
    });
    const { paymentPlanId, serviceId } = sale;
    const component = { type: "PER_UNIT", description: "Tokens", unitAmount: "0.001" };
    const call = signingFetch(await aPaidUp(sale));
    expect(await statusOf(call(`${sale.url}/tokens?used=40`))).toBe(503);
    expect(await booksOf(sale)).toMatchObject({ available: ["1.000000"], payments: 1 });
    await story.done("rateCards.create", { paymentPlanId, components: [component] });

    expect(await statusOf(call(`${sale.url}/tokens?used=40`))).toBe(200);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.960000"], used: ["40.000000"] });
    await story.done("limits.set", {
      serviceId,
      name: "tokens",
      scope: "service",
      measure: "quantity",
      max: "100",
      window: "ever",
      action: "REJECT",
    });
    const refused = await call(`${sale.url}/tokens?used=40`);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: "The limit tokens is reached.", resetsAt: null },
    ]);
    expect(await booksOf(sale)).toMatchObject({ available: ["0.960000"], payments: 1 });
  });

  it("serves nothing while the service is away, and charges once what it did not answer", async () => {
    const sale = await aSale({ baseUrl: proxy().url });
    const payer = await aPaidUp(sale);
    const answer = await signingFetch(payer)(`${sale.url}/cheap`);
    const headers = { "Usance-Session": answer.headers.get("Usance-Session") ?? "" };

    proxy().outage = "cut";
    const refused = await fetch(`${sale.url}/cheap`, { headers });
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: "Payments are not possible now. The call was not charged." },
    ]);
    expect(sale.errors).toHaveLength(1);
    proxy().outage = null;
    proxy().faults = ["none", "lost", "lost"]; // the hold, and two attempts of its commit
    expect(await statusOf(fetch(`${sale.url}/cheap`, { headers }))).toBe(200);
    await sale.prepaid.close();
    expect(await booksOf(sale)).toMatchObject({ available: ["0.998000"] });
  });

  it("is told at the start when nothing can be sold, and sells once that is mended", async () => {
    const { id: serviceId } = await story.aService();
    const { id: paymentPlanId } = await story.aPlan(serviceId);
    const payTo = `0x${"ab".repeat(20)}` as const;
    const payee = { serviceId, paymentPlanId, payTo };
    const sale = await aSeller(story, { baseUrl: service().url }, usualRoutes, payee);

    await expect(sale.prepaid.ready()).rejects.toThrow("The service needs a payoutAddress.");
    expect(await statusOf(fetch(`${sale.url}/cheap`))).toBe(503);
    await story.done("services.update", { serviceId, payoutAddress: payTo });
    expect(await statusOf(fetch(`${sale.url}/cheap`))).toBe(402);
    expect(() => sale.prepaid.call({ price: "0.0000001" })).toThrow(
      "Not a decimal with at most six places",
    );
  });
});

/** As payingFetch, through another fetch. */
function payingFetchBy(payer: KeyPayer, before: typeof fetch): typeof fetch {
  return signingFetch({ ...payer, signMessage: () => Promise.reject(new Error("No.")) }, before);
}
