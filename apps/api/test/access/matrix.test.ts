import { beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../src/access/auth/api-key.ts";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { operations as all } from "../../src/api/router.ts";
import { scopes } from "../../src/contract/nouns.ts";
import { issueApiKey } from "../../src/keys/api-keys/issue-api-key.ts";
import { doors } from "../harness/doors.ts";
import { payments, useService, withEmails } from "../harness/service.ts";
import { aSeller, type Seller } from "../harness/story.ts";
import {
  expectNothingOf,
  idsOf,
  inputFrom,
  said,
  scopeFor,
  unknownId,
  withUnknownIds,
} from "./answers.ts";

/*
 * Every operation of the OpenAPI document, through both doors, called with no key, an invalid one, one of another
 * scope and one of another seller. An operation without an input fails.
 */

const service = useService({ ...payments, ...withEmails });
interface Operation {
  readonly operationId: string;
  readonly security: readonly { apiKey?: readonly string[] }[];
}
const documented = Object.values(openApiDocument(all).paths ?? {})
  .flatMap((item) => Object.values(item as Record<string, Operation>))
  .map(({ operationId, security }) => ({ name: operationId.replace("-", "."), security }));
const keyed = documented.filter(({ security }) => security.length > 0);

it("covers every operation except those of the pages, health and readiness", () => {
  expect(documented.filter((one) => !keyed.includes(one)).map(({ name }) => name)).toEqual([
    "checkout.view",
    "checkout.prepare",
    "checkout.pay",
    "checkout.status",
    "invoiceLinks.view",
    "invoiceLinks.prepare",
    "invoiceLinks.pay",
    "invoiceLinks.status",
    "invoiceLinks.usage",
    "invoiceLinks.usageEvents",
    "invoiceLinks.proof",
    "refundLinks.view",
    "refundLinks.prepare",
    "portal.view",
    "portal.changeSubscriber",
    "portal.subscriptions",
    "portal.cancel",
    "portal.usage",
    "portal.invoices",
    "portal.spendingCap",
    "portal.signCap",
    "portal.revokeCap",
    "portal.prepareCap",
    "portal.balances",
    "portal.balanceEntries",
    "portal.topUp",
    "dashboard.signIn",
    "dashboard.walletMessage",
    "dashboard.signInWithWallet",
    "dashboard.session",
    "dashboard.signOut",
    "ready",
    "health",
  ]);
});

it("documents the scope of each operation", () => {
  for (const { name, security } of keyed) expect(security).toEqual([{ apiKey: [scopeFor(name)] }]);
});

describe.each(doors)("through $name", (door) => {
  describe.each(keyed.map(({ name }) => name))("%s", (name) => {
    let seller: Seller;
    let stranger: Seller;
    beforeAll(async () => {
      seller = await aSeller(service);
      stranger = await aSeller(service);
    });

    const call = (input: object, key: string | null) => door.call(service().url, name, input, key);
    const inputFor = (whose: Seller) => inputFrom(service, name, whose);

    it.each([
      ["no key", async () => null],
      ["a malformed key", async () => "sk_live_1234567890"],
      ["a mistyped key", async () => `${newApiKey().slice(0, -1)}_`],
      ["a key that was never issued", async () => newApiKey()],
      ["an expired key", async () => issue({ expiresAt: new Date(0) })],
      ["a revoked key", async () => revoked()],
    ])("answers 401 for %s before it reads anything", async (_, key) => {
      const answer = await call({ name: 5 }, await key());

      expect(answer).toMatchObject({
        status: 401,
        body: { error: "A valid API key is required." },
      });
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    });

    it("answers 403 for a key with every other scope, before it reads anything", async () => {
      const others = scopes.filter((scope) => scope !== "*" && scope !== scopeFor(name));
      const answer = await call({ name: 5 }, await issue({ scopes: others }));

      expect(answer).toMatchObject({
        status: 403,
        body: { error: "This API key may not perform this operation." },
      });
    });

    it("succeeds for a seller's key with only its scope", async () => {
      const key = await issue({ scopes: [scopeFor(name)], userId: seller.id });

      const { status, body } = await call(await inputFor(seller), key);

      expect(status, JSON.stringify(body)).toBeLessThan(300);
    });

    it("answers another seller's key as if the record did not exist", async () => {
      const theirs = await inputFor(seller);

      const answer = await call(theirs, stranger.key);
      const unknown = await call(withUnknownIds(theirs), stranger.key);

      expect(said(answer)).toEqual(said(unknown));
      expectNothingOf(seller, answer);
    });

    it("accepts no id of another seller in place of its own", async () => {
      const theirs = await inputFor(seller);
      for (const field of idsOf(theirs)) {
        const mine = await inputFor(stranger);
        const answer = await call({ ...mine, [field]: theirs[field] }, stranger.key);
        const unknown = await call({ ...mine, [field]: unknownId }, stranger.key);

        expect(said(answer), field).toEqual(said(unknown));
        expectNothingOf(seller, answer);
      }
    });
  });
});

type Terms = Parameters<typeof issueApiKey>[1];

async function issue(terms: Partial<Terms>): Promise<string> {
  const usual = { name: "test", userId: null, scopes: ["*"], expiresAt: null };
  return (await issueApiKey({ db: service().parts.db, now: new Date() }, { ...usual, ...terms }))
    .secret;
}

async function revoked(): Promise<string> {
  const key = await issue({});
  await service().parts.db.apiKey.updateMany({
    where: { lastFour: key.slice(-4), start: key.slice(0, 11) },
    data: { revokedAt: new Date(0) },
  });
  return key;
}
