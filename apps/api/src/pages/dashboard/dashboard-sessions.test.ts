import { describe, expect, it } from "vitest";
import { aSecondLater } from "../../../test/harness/a-second-later.ts";
import {
  aDashboardCookie,
  cookieOf,
  linkTokenOf,
  ownPage,
  withCookie,
} from "../../../test/harness/dashboard.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { issueApiKey } from "../../operation/keys/api-keys/api-keys.ts";
import { forgetDashboardSessions } from "./dashboard-sessions.ts";

const service = useService();
const refused = { status: 401, body: { error: "A valid API key is required." } };

describe("dashboard sessions", () => {
  const platform = new Story(restDoor, service);
  const open = (linkToken: string, headers: Record<string, string> = ownPage) =>
    restDoor.call(service().url, "dashboard.signIn", { linkToken }, null, headers);
  const aKey = async (fields: object = {}) => {
    const terms = { name: "k", userId: null, scopes: ["*"], expiresAt: null, ...fields };
    return issueApiKey({ db: service().parts.db, now: new Date() }, terms);
  };
  const list = (cookie: string, headers?: Record<string, string>) =>
    withCookie(restDoor, cookie, headers).call(service().url, "services.list");

  it("give a link that signs in once, within ten minutes", async () => {
    const { status, body, headers } = await platform.call("dashboardSessions.create", {});
    const { url, ...shown } = body.dashboardSession;
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/dashboard-sessions/${shown.id}`);
    expect(url).toMatch(/^https:\/\/pay\.example\.com\/dashboard\/sign-in#[\w-]{43}$/);
    expect(shown).toMatchObject({ ownerId: null, apiKeyId: "bootstrap", openedAt: null });

    const first = await open(linkTokenOf({ url }));
    expect(first.status).toBe(200);
    expect(first.body.dashboardSession).toMatchObject({ id: shown.id, scopes: ["*"] });
    expect(first.headers.get("set-cookie")).toMatch(
      /^__Host-usance-dashboard=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await open(linkTokenOf({ url }))).toMatchObject({ status: 404 });

    const late = await platform.done("dashboardSessions.create", {});
    service().clock.advance(600);
    expect(await open(linkTokenOf(late.dashboardSession))).toMatchObject({
      status: 404,
      code: "dashboard_link_not_found",
    });
  });

  it("open once, even when a link is opened several times at once", async () => {
    const { dashboardSession } = await platform.done("dashboardSessions.create", {});
    const token = linkTokenOf(dashboardSession);
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  it("store no token", async () => {
    const { dashboardSession } = await platform.done("dashboardSessions.create", {});
    const linkToken = linkTokenOf(dashboardSession);
    const token = cookieOf(await open(linkToken)).split("=")[1] ?? "";
    const rows = JSON.stringify(await service().parts.db.dashboardSession.findMany());
    expect(token).toHaveLength(43);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(linkToken);
  });

  it("last twelve hours", async () => {
    const cookie = await aDashboardCookie(restDoor, platform);
    service().clock.advance(43_200 - 60);
    expect((await list(cookie)).status).toBe(200);
    service().clock.advance(60);
    expect(await list(cookie)).toMatchObject(refused);
  });

  it("let nothing in, and sign nobody in or out, by a request that is not of their own page", () =>
    forRows<[string, Record<string, string>]>(
      [
        ["without the dashboard's header", { "Sec-Fetch-Site": "same-origin" }],
        ["from another site", { ...ownPage, "Sec-Fetch-Site": "cross-site" }],
        ["from another origin of the site", { ...ownPage, "Sec-Fetch-Site": "same-site" }],
        ["by a link from elsewhere", { ...ownPage, "Sec-Fetch-Site": "none" }],
        [
          "from another origin, in an old browser",
          { "Usance-Dashboard": "1", Origin: "https://evil.example.com" },
        ],
        ["from nowhere", { "Usance-Dashboard": "1", Origin: "null" }],
      ],
      async (_, headers) => {
        const cookie = await aDashboardCookie(restDoor, platform);
        const create = { name: "A", owner: { email: "a@example.com" } };
        const by = withCookie(restDoor, cookie, headers);
        expect(await list(cookie, headers)).toMatchObject(refused);
        expect(await by.call(service().url, "services.create", create)).toMatchObject(refused);
        const { dashboardSession } = await platform.done("dashboardSessions.create", {});
        expect(await open(linkTokenOf(dashboardSession), headers)).toMatchObject({
          status: 403,
          code: "not_from_dashboard",
        });
        expect(await by.call(service().url, "dashboard.signOut", {})).toMatchObject({
          status: 403,
        });
        expect((await list(cookie)).status).toBe(200);
      },
    ));

  it("need an own origin for a write where the browser does not say the site", async () => {
    const cookie = await aDashboardCookie(restDoor, platform);
    const own = { "Usance-Dashboard": "1", Origin: service().url };
    const input = { name: "A", owner: { email: "a@example.com" } };
    const write = (headers: Record<string, string>) =>
      withCookie(restDoor, cookie, headers).call(service().url, "services.create", input);
    expect((await write(own)).status).toBe(201);
    expect(await write({ "Usance-Dashboard": "1" })).toMatchObject(refused);
  });

  it("have the scopes and the seller of their key", async () => {
    const seller = await aSeller(service);
    const scopes = ["dashboard-sessions:write", "services:read"];
    const { secret } = await aKey({ userId: seller.id, scopes });
    const story = new Story(restDoor, service, { ...seller, key: secret });
    const cookie = await aDashboardCookie(restDoor, story);
    const { body } = await list(cookie);
    expect(body.services.map(({ ownerId }: { ownerId: string }) => ownerId)).toEqual([seller.id]);
    const write = { name: "A", ownerId: seller.id };
    const by = withCookie(restDoor, cookie);
    expect(await by.call(service().url, "services.create", write)).toMatchObject({ status: 403 });
    const { dashboardSession } = (await by.call(service().url, "dashboard.session")).body;
    expect(dashboardSession).toMatchObject({ ownerId: seller.id, scopes });
  });

  it("end within a second when their key is revoked", async () => {
    const { id: apiKeyId, secret } = await aKey();
    const seller = await aSeller(service);
    const cookie = await aDashboardCookie(
      restDoor,
      new Story(restDoor, service, { ...seller, key: secret }),
    );
    expect((await list(cookie)).status).toBe(200);
    await platform.done("apiKeys.revoke", { apiKeyId });
    // A write is refused at once, since it looks again in its own transaction.
    const write = { name: "A", owner: { email: "a@example.com" } };
    const by = withCookie(restDoor, cookie);
    expect(await by.call(service().url, "services.create", write)).toMatchObject({ status: 401 });
    aSecondLater();
    expect(await list(cookie)).toMatchObject(refused);
  });

  it("of a revoked key open no more, and are listed as ended", async () => {
    const { id: apiKeyId, secret } = await aKey();
    const { body } = await platform.call("dashboardSessions.create", {}, secret);
    const { id: dashboardSessionId } = body.dashboardSession;
    const { apiKey } = await platform.done("apiKeys.revoke", { apiKeyId });

    expect(await open(linkTokenOf(body.dashboardSession))).toMatchObject({
      status: 404,
      code: "dashboard_link_not_found",
    });
    const { dashboardSession } = await platform.done("dashboardSessions.get", {
      dashboardSessionId,
    });
    expect(dashboardSession).toMatchObject({ openedAt: null, revokedAt: apiKey.revokedAt });
    const { dashboardSessions } = await platform.done("dashboardSessions.list", { limit: 100 });
    expect(dashboardSessions).toContainEqual(dashboardSession);
  });

  it("of a rotated key end with it", async () => {
    const { id: apiKeyId, secret } = await aKey();
    const { body } = await platform.call("dashboardSessions.create", {}, secret);
    await open(linkTokenOf(body.dashboardSession));
    await platform.done("apiKeys.rotate", { apiKeyId, overlapSeconds: 60 });

    const { apiKey } = await platform.done("apiKeys.get", { apiKeyId });
    const { dashboardSession } = await platform.done("dashboardSessions.get", {
      dashboardSessionId: body.dashboardSession.id,
    });
    expect(dashboardSession.expiresAt).toBe(apiKey.expiresAt);
  });

  it("end when they are revoked, or signed out, and nothing commits after that", async () => {
    for (const end of ["revoke", "sign out"]) {
      const cookie = await aDashboardCookie(restDoor, platform);
      const by = withCookie(restDoor, cookie);
      const { dashboardSession } = (await by.call(service().url, "dashboard.session")).body;
      const { id: dashboardSessionId } = dashboardSession;
      if (end === "revoke") await platform.done("dashboardSessions.revoke", { dashboardSessionId });
      else {
        const { headers } = await by.call(service().url, "dashboard.signOut", {});
        expect(headers.get("set-cookie")).toMatch(/^__Host-usance-dashboard=; .*Max-Age=0;/);
      }
      const write = { name: "A", owner: { email: "a@example.com" } };
      expect(await by.call(service().url, "services.create", write)).toMatchObject(refused);
      const { revokedAt } = (await platform.done("dashboardSessions.get", { dashboardSessionId }))
        .dashboardSession;
      expect(revokedAt).toEqual(expect.any(String));
    }
  });

  it("stand in the audit log as their key", async () => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const cookie = await aDashboardCookie(restDoor, story);
    const input = { name: "By cookie", ownerId: seller.id };
    const { body } = await withCookie(restDoor, cookie).call(
      service().url,
      "services.create",
      input,
    );
    const { auditEvents } = await story.done("auditEvents.list", { recordId: body.service.id });
    const [session] = (await story.done("dashboardSessions.list", { limit: 1 })).dashboardSessions;
    expect(auditEvents[0]).toMatchObject({
      operation: "services.create",
      apiKeyId: session.apiKeyId,
    });
  });

  it("go behind a key: a request with both is the key's", async () => {
    const cookie = await aDashboardCookie(restDoor, platform);
    const headers = { Cookie: cookie, ...ownPage };
    const wrong = await restDoor.call(service().url, "services.list", {}, "no-key", headers);
    expect(wrong).toMatchObject(refused);
    expect((await restDoor.call(service().url, "services.list", {}, testKey, headers)).status).toBe(
      200,
    );
  });
});

it("are deleted thirty days after they expired", async () => {
  const { clock, parts } = service();
  const story = new Story(restDoor, service);
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  const count = () => parts.db.dashboardSession.count({ where: { id: dashboardSession.id } });
  clock.advance(30 * 86_400 + 540);
  await forgetDashboardSessions(parts);
  expect(await count()).toBe(1);
  clock.advance(61);
  await forgetDashboardSessions(parts);
  expect(await count()).toBe(0);
});
