import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { hashToken } from "../../src/kit/tokens.ts";
import { aSecondLater } from "../harness/a-second-later.ts";
import {
  aDashboardCookie,
  cookieOf,
  linkTokenOf,
  ownPage,
  signedMessageOf,
  withCookie,
} from "../harness/dashboard.ts";
import { restDoor } from "../harness/doors.ts";
import { forRows } from "../harness/for-rows.ts";
import { aPortal } from "../harness/portal.ts";
import { useService } from "../harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../harness/story.ts";

/* What a credential makes has at most its scopes, and ends with it. */

const service = useService();
const ask = (operation: string, input: object) =>
  restDoor.call(service().url, operation, input, null, ownPage);
const by = (cookie: string, operation: string, input: object = {}) =>
  withCookie(restDoor, cookie).call(service().url, operation, input);
const tooWide = { status: 403, code: "key_exceeds_calling_key" };

/** A write is refused at once after a revocation; a read may be answered for another second. */
const isSignedIn = async (cookie: string) => {
  const { status } = await by(cookie, "services.create", {});
  expect([400, 401]).toContain(status);
  return status === 400;
};

/** A seller, its story with all scopes, and one with a new key. */
async function aSellerWith(scopes: readonly string[] = ["*"], expiresAt: Date | null = null) {
  const seller = await aSeller(service);
  return {
    seller,
    owner: new Story(restDoor, service, seller),
    ...(await aKeyOf(seller, scopes, expiresAt)),
  };
}

async function aKeyOf(seller: Seller, scopes: readonly string[], expiresAt: Date | null = null) {
  const { id, secret } = await aKey(service(), { userId: seller.id, scopes, expiresAt });
  return { apiKeyId: id, story: new Story(restDoor, service, { ...seller, key: secret }) };
}

const aWallet = () => privateKeyToAccount(generatePrivateKey());
type Wallet = ReturnType<typeof aWallet>;

/** Grants a new wallet the sign-in. */
async function aGrant(story: Story, fields: object = {}) {
  const wallet = aWallet();
  const input = { name: "A", walletAddress: wallet.address, scopes: ["*"], ...fields };
  return { wallet, grant: (await story.done("walletGrants.create", input)).walletGrant };
}

const signIn = async (wallet: Wallet) =>
  ask("dashboard.signInWithWallet", await signedMessageOf(service().url, wallet));
const notGranted = { status: 403, code: "wallet_not_granted" };

/** The session of a cookie. */
const sessionOf = async (cookie: string) =>
  (await by(cookie, "dashboard.session")).body.dashboardSession;

/** How a dashboard session ends, besides with its key. */
const endings: readonly [string, (story: Story, cookie: string) => Promise<unknown>][] = [
  [
    "revoked",
    async (story, cookie) =>
      story.done("dashboardSessions.revoke", { dashboardSessionId: (await sessionOf(cookie)).id }),
  ],
  ["signed out", (_, cookie) => by(cookie, "dashboard.signOut")],
  [
    "replaced in its browser by another link",
    async (story, cookie) => {
      const { dashboardSession } = await story.done("dashboardSessions.create", {});
      await by(cookie, "dashboard.signIn", { linkToken: linkTokenOf(dashboardSession) });
    },
  ],
  [
    "replaced in its browser by a wallet",
    async (story, cookie) => {
      const { wallet } = await aGrant(story);
      const signed = await signedMessageOf(service().url, wallet);
      await by(cookie, "dashboard.signInWithWallet", signed);
    },
  ],
  ["expired", async () => service().clock.advance(43_200)],
];

describe("a wallet", () => {
  it("is signed in by no payout address, whoever set it", async () => {
    const { story } = await aSellerWith(["services:write"]);
    const wallet = aWallet();
    await story.aService({ status: "DRAFT", payoutAddress: wallet.address });
    expect(await signIn(wallet)).toMatchObject(notGranted);
  });

  it("is granted no more than its maker has, and by no key without the scope for sessions", async () => {
    const { clock } = service();
    const scopes = ["dashboard-sessions:write", "services:read"];
    const end = clock.in(3_600);
    const { story, seller } = await aSellerWith(scopes, new Date(end));
    const narrow = aWallet().address;
    const grant = (fields: object, of = story) =>
      of.call("walletGrants.create", { name: "A", walletAddress: narrow, ...fields });
    expect(await grant({ scopes: ["*"] })).toMatchObject(tooWide);
    expect(await grant({ scopes: ["services:read", "invoices:read"] })).toMatchObject(tooWide);
    const later = { scopes: ["services:read"], expiresAt: clock.in(7_200) };
    expect(await grant(later)).toMatchObject(tooWide);
    const others = await aKeyOf(seller, ["services:read", "api-keys:write", "services:write"]);
    expect(await grant({ scopes: ["services:read"] }, others.story)).toMatchObject({
      status: 403,
      code: "missing_scope",
    });

    const { wallet, grant: granted } = await aGrant(story, { scopes: ["services:read"] });
    expect(granted).toMatchObject({ userId: seller.id, expiresAt: end });
    const cookie = cookieOf(await signIn(wallet));
    expect((await by(cookie, "services.list")).status).toBe(200);
    expect((await by(cookie, "invoices.list")).status).toBe(403);
    expect((await by(cookie, "services.create", {})).status).toBe(403);
  });

  it("ends with its grant, and with the keys that the grant comes from", () =>
    forRows<[string, (of: Awaited<ReturnType<typeof aGrantedScene>>) => Promise<unknown>]>(
      [
        [
          "the grant is revoked",
          ({ owner, walletGrantId }) => owner.done("walletGrants.revoke", { walletGrantId }),
        ],
        [
          "its key is revoked",
          ({ owner, made }) => owner.done("apiKeys.revoke", { apiKeyId: made.id }),
        ],
        [
          "the key of its key is revoked",
          ({ owner, apiKeyId }) => owner.done("apiKeys.revoke", { apiKeyId }),
        ],
        ["it expires", async () => service().clock.advance(3_600)],
      ],
      async (_, end) => {
        const scene = await aGrantedScene();
        const cookie = cookieOf(await signIn(scene.wallet));
        expect(await isSignedIn(cookie)).toBe(true);
        const { apiKey } = (await by(cookie, "apiKeys.create", { name: "By the wallet" })).body;
        await end(scene);
        expect(await isSignedIn(cookie)).toBe(false);
        expect(await signIn(scene.wallet)).toMatchObject(notGranted);
        expect((await scene.owner.call("services.create", {}, apiKey.secret)).status).toBe(401);
      },
    ));

  it("is not ended by a key without all scopes of its grant", async () => {
    const { owner, story } = await aSellerWith(["dashboard-sessions:write", "services:read"]);
    const { grant } = await aGrant(owner);
    const of = { walletGrantId: grant.id };
    expect(await story.call("walletGrants.revoke", of)).toMatchObject(tooWide);
    expect((await owner.done("walletGrants.get", of)).walletGrant.revokedAt).toBeNull();
  });

  async function aGrantedScene() {
    const expiresAt = new Date(service().clock.in(3_600));
    const { owner, seller, apiKeyId, story } = await aSellerWith(["*"], expiresAt);
    const made = (await story.done("apiKeys.create", { name: "Made" })).apiKey;
    const second = new Story(restDoor, service, { ...seller, key: made.secret });
    const { wallet, grant } = await aGrant(second);
    return { owner, apiKeyId, made, wallet, walletGrantId: grant.id };
  }
});

describe("a portal link", () => {
  /** A link by a key of its own, or by a dashboard session of that. */
  async function aScene(cookieFor?: (story: Story) => Promise<string>) {
    const scene = await aSellerWith(["*"], new Date(service().clock.in(600)));
    const { userId } = await scene.owner.aSubscription();
    const cookie = await cookieFor?.(scene.story);
    const maker =
      cookie === undefined
        ? scene.story
        : new Story(withCookie(restDoor, cookie), service, scene.seller);
    const portalToken = await aPortal(maker, userId);
    return { ...scene, cookie: cookie ?? "", portalToken };
  }
  const change = (portalToken: string) =>
    ask("portal.changeSubscriber", { portalToken, name: "E" });
  const works = async (portalToken: string) => {
    const answers = [await ask("portal.view", { portalToken }), await change(portalToken)];
    return answers.map(({ status }) => status);
  };

  it("ends at once with its key", () =>
    forRows<[string, (of: Awaited<ReturnType<typeof aScene>>) => Promise<unknown>]>(
      [
        ["revoked", ({ owner, apiKeyId }) => owner.done("apiKeys.revoke", { apiKeyId })],
        [
          "revoked, although what it created stays",
          ({ owner, apiKeyId }) => owner.done("apiKeys.revoke", { apiKeyId, descendants: false }),
        ],
        [
          "replaced",
          ({ owner, apiKeyId }) => owner.done("apiKeys.rotate", { apiKeyId, overlapSeconds: 0 }),
        ],
        ["expired", async () => service().clock.advance(600)],
      ],
      async (_, end) => {
        const scene = await aScene();
        expect(await works(scene.portalToken)).toEqual([200, 200]);
        await end(scene);
        expect(await works(scene.portalToken)).toEqual([404, 404]);
      },
    ));

  it("of the key from the environment ends when processes are started with another key", async () => {
    const platform = new Story(restDoor, service);
    const { userId } = await platform.aSubscription();
    const portalToken = await aPortal(platform, userId);
    expect(await works(portalToken)).toEqual([200, 200]);
    const data = { keyHash: hashToken("the key before") };
    await service().parts.db.portalSession.updateMany({ where: { userId }, data });
    expect(await works(portalToken)).toEqual([404, 404]);
  });

  it("of a dashboard session ends with it", () =>
    forRows(
      [...endings, ["whose key is revoked", async () => undefined] as const],
      async (how, end) => {
        const scene = await aScene((story) => aDashboardCookie(restDoor, story));
        const { owner, apiKeyId, cookie, portalToken } = scene;
        expect(await works(portalToken)).toEqual([200, 200]);
        await end(owner, cookie);
        if (how === "whose key is revoked") await owner.done("apiKeys.revoke", { apiKeyId });
        expect(await works(portalToken)).toEqual([404, 404]);
      },
    ));

  it("of a wallet's session ends with the grant", async () => {
    const { owner } = await aSellerWith();
    const { userId } = await owner.aSubscription();
    const { wallet, grant } = await aGrant(owner);
    const cookie = cookieOf(await signIn(wallet));
    const portalToken = await aPortal(new Story(withCookie(restDoor, cookie), service), userId);
    expect(await works(portalToken)).toEqual([200, 200]);
    await by(cookie, "walletGrants.revoke", { walletGrantId: grant.id });
    expect(await works(portalToken)).toEqual([404, 404]);
  });

  it("is made by no key that may not read the subscriber, whom every portal shows", async () => {
    const { owner, story } = await aSellerWith(["portal-sessions:write"]);
    const { userId } = await owner.aSubscription();
    expect(await story.call("portalSessions.create", { userId })).toMatchObject({
      status: 403,
      code: "portal_needs_subscribers",
    });
  });

  it("offers on its page nothing that it may not do", async () => {
    const { owner, story } = await aSellerWith([
      "portal-sessions:write",
      "subscribers:read",
      "subscriptions:read",
    ]);
    const { userId } = await owner.aSubscription({ billingInterval: "MONTH" });
    const portalToken = await aPortal(story, userId);
    const { portal } = (await ask("portal.view", { portalToken })).body;
    expect(portal.scopes).toEqual(["subscribers:read", "subscriptions:read"]);
    expect(portal.subscriber.isChangeable).toBe(false);
    const { subscriptions } = (await ask("portal.subscriptions", { portalToken })).body;
    expect(subscriptions).toMatchObject([{ canCancel: false, canRenew: false }]);
  });

  it("is not ended by a key without all of its scopes", async () => {
    const { owner, story } = await aSellerWith(["portal-sessions:write", "subscribers:read"]);
    const { userId } = await owner.aSubscription();
    const end = async (of: Story) => {
      const { portalSession } = await of.done("portalSessions.create", { userId });
      return story.call("portalSessions.revoke", { portalSessionId: portalSession.id });
    };
    expect(await end(owner)).toMatchObject(tooWide);
    expect((await end(story)).status).toBe(200);
  });
});

describe("a dashboard session", () => {
  it("is not ended by a key or session that lacks one of its scopes", async () => {
    const { owner, story } = await aSellerWith(["dashboard-sessions:write"]);
    const cookie = await aDashboardCookie(restDoor, owner);
    const of = { dashboardSessionId: (await sessionOf(cookie)).id };
    expect(await story.call("dashboardSessions.revoke", of)).toMatchObject(tooWide);
    const narrow = await aDashboardCookie(restDoor, story);
    expect(await by(narrow, "dashboardSessions.revoke", of)).toMatchObject(tooWide);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  it("ends the sessions that were made in it, directly or through others", () =>
    forRows(endings, async (_, end) => {
      const { owner } = await aSellerWith();
      const cookie = await aDashboardCookie(restDoor, owner);
      service().clock.advance(-60);
      const inIt = async (of: string) => {
        const { dashboardSession } = (await by(of, "dashboardSessions.create")).body;
        return { dashboardSession, linkToken: linkTokenOf(dashboardSession) };
      };
      const second = cookieOf(await ask("dashboard.signIn", await inIt(cookie).then(onlyToken)));
      const third = cookieOf(await ask("dashboard.signIn", await inIt(second).then(onlyToken)));
      const unopened = await inIt(third);
      expect(await isSignedIn(third)).toBe(true);
      service().clock.advance(60);
      await end(owner, cookie);
      expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, false]);
      expect(await ask("dashboard.signIn", onlyToken(unopened))).toMatchObject({ status: 404 });
    }));

  it("is replaced in its browser by a link that was made in it, or in a session of it, and ends", () =>
    forRows([["itself"], ["another"]], async (where) => {
      const { owner } = await aSellerWith();
      const cookie = await aDashboardCookie(restDoor, owner);
      const { id: dashboardSessionId } = await sessionOf(cookie);
      const inIt = new Story(withCookie(restDoor, cookie), service);
      const other = await aDashboardCookie(restDoor, inIt);
      const maker = where === "itself" ? cookie : other;
      const { dashboardSession } = (await by(maker, "dashboardSessions.create")).body;
      const linkToken = linkTokenOf(dashboardSession);
      const opened = cookieOf(await by(cookie, "dashboard.signIn", { linkToken }));
      expect(await Promise.all([cookie, other, opened].map(isSignedIn))).toEqual([
        false,
        false,
        true,
      ]);
      const { revokedAt } = (await owner.done("dashboardSessions.get", { dashboardSessionId }))
        .dashboardSession;
      expect(revokedAt).toEqual(expect.any(String));
    }));

  const onlyToken = ({ linkToken }: { readonly linkToken: string }) => ({ linkToken });

  it("takes the keys and wallet grants with it when it is revoked, and leaves them when a person leaves", () =>
    forRows(endings, async (how, end) => {
      const { owner } = await aSellerWith();
      const cookie = await aDashboardCookie(restDoor, owner);
      const { id } = await sessionOf(cookie);
      const { apiKey } = (await by(cookie, "apiKeys.create", { name: "Made" })).body;
      expect(apiKey.createdInSession).toBe(id);
      const { wallet } = await aGrant(new Story(withCookie(restDoor, cookie), service));
      await end(owner, cookie);
      const isRevoked = how === "revoked";
      expect((await owner.call("services.create", {}, apiKey.secret)).status).toBe(
        isRevoked ? 401 : 400,
      );
      expect((await signIn(wallet)).status).toBe(isRevoked ? 403 : 200);

      // Revoking a session that has ended still revokes what it created.
      await owner.done("dashboardSessions.revoke", { dashboardSessionId: id });
      expect((await owner.call("services.create", {}, apiKey.secret)).status).toBe(401);
      expect(await signIn(wallet)).toMatchObject(notGranted);
    }));
});

describe("a key that another key made", () => {
  it("ends with its maker, unless the one who revokes that keeps it", async () => {
    const { owner, apiKeyId, story } = await aSellerWith();
    const { apiKey } = await story.done("apiKeys.create", { name: "Made" });
    const write = async () => (await owner.call("services.create", {}, apiKey.secret)).status;
    await owner.done("apiKeys.revoke", { apiKeyId, descendants: false });
    expect(await write()).toBe(400);
    await owner.done("apiKeys.revoke", { apiKeyId });
    expect(await write()).toBe(401);
    aSecondLater();
    expect((await owner.call("services.list", {}, apiKey.secret)).status).toBe(401);
  });
});

it("every credential that a narrow key makes has at most its scopes, and is listed as ended with it", async () => {
  const { owner, seller } = await aSellerWith();
  const { userId } = await owner.aSubscription();
  const held = ["api-keys:write", "dashboard-sessions:write", "portal-sessions:write"];
  const scopes = [...held, "subscribers:read", "services:read"];
  const made: [string, object][] = [
    ["apiKeys", { name: "Made" }],
    ["walletGrants", { name: "Made", walletAddress: aWallet().address, scopes }],
    ["dashboardSessions", {}],
    ["portalSessions", { userId }],
  ];
  for (const [noun, input] of made) {
    const { apiKeyId, story } = await aKeyOf(seller, scopes);
    const record = noun.slice(0, -1);
    const { [record]: one } = await story.done(`${noun}.create`, input);
    expect(scopes, noun).toEqual(expect.arrayContaining(one.scopes));
    await owner.done("apiKeys.revoke", { apiKeyId });
    const { [record]: ended } = await owner.done(`${noun}.get`, { [`${record}Id`]: one.id });
    expect(ended.revokedAt, noun).toEqual(expect.any(String));
  }
});

it("a webhook endpoint gets no events that its maker may not read", async () => {
  const { owner, story } = await aSellerWith(["webhook-endpoints:write"]);
  const url = "https://example.com/hook";
  const { webhookEndpoint } = await owner.done("webhookEndpoints.create", { url });
  const narrow = { status: 403, code: "webhook_needs_events" };
  expect(await story.call("webhookEndpoints.create", { url })).toMatchObject(narrow);
  const of = { webhookEndpointId: webhookEndpoint.id };
  for (const change of [{ url }, { events: ["*"] }]) {
    expect(await story.call("webhookEndpoints.update", { ...of, ...change })).toMatchObject(narrow);
  }
  const disable = { ...of, status: "DISABLED" };
  expect((await story.call("webhookEndpoints.update", disable)).status).toBe(200);
});

it("the cookie without the prefix counts nowhere at https", async () => {
  const cookie = await aDashboardCookie(restDoor, (await aSellerWith()).owner);
  const plain = cookie.replace("__Host-", "");
  expect([await isSignedIn(cookie), await isSignedIn(plain)]).toEqual([true, false]);
  expect(await isSignedIn(`${plain}; ${cookie}`)).toBe(true);
});
