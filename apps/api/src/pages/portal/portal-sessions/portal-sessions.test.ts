import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../../../test/harness/doors.ts";
import { aPortal, portalTokenOf } from "../../../../test/harness/portal.ts";
import { testKey, useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { forgetPortalSessions } from "./load-portal.ts";

const service = useService();
const hour = 3_600;
const notFound = { status: 404, body: { error: "Portal link was not found." } };

describe("portal sessions", () => {
  const story = new Story(restDoor, service);
  const view = (portalToken: string) => story.call("portal.view", { portalToken });

  it("give a link once, which works for an hour", async () => {
    const { clock } = service();
    const { userId } = await story.aSubscription();
    const input = { userId, returnUrl: "https://example.com/account" };
    const { status, body, headers } = await story.call("portalSessions.create", input);
    const { url, ...shown } = body.portalSession;

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/portal-sessions/${shown.id}`);
    expect(url).toMatch(/^https:\/\/pay\.example\.com\/checkout\/portal\/[\w-]{43}$/);
    expect(shown).toMatchObject({ ...input, revokedAt: null });
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(hour * 1_000);
    const portalSessionId = shown.id;
    expect(await story.done("portalSessions.get", { portalSessionId })).toEqual({
      portalSession: shown,
    });
    expect((await story.done("portalSessions.list", { userId })).portalSessions).toEqual([shown]);

    const portalToken = portalTokenOf({ url });
    expect((await view(portalToken)).body.portal).toMatchObject({
      id: shown.id,
      seller: null,
      returnUrl: input.returnUrl,
      expiresAt: shown.expiresAt,
    });
    clock.advance(hour - 60);
    expect((await view(portalToken)).status).toBe(200);
    clock.advance(60);
    expect(await view(portalToken)).toMatchObject(notFound);
  });

  it("store neither the token nor the address", async () => {
    const { userId } = await story.aSubscription();
    const key = randomBytes(8).toString("hex");
    const create = () =>
      restDoor.call(service().url, "portalSessions.create", { userId }, testKey, {
        "Idempotency-Key": key,
      });
    const { portalSession } = (await create()).body;
    const again = await create();

    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body.portalSession).toEqual({ ...portalSession, url: null });
    const token = portalTokenOf(portalSession);
    const rows = await service().parts.db.portalSession.findMany();
    const answers = await service().parts.db.idempotencyKey.findMany();
    expect(JSON.stringify([rows, answers])).not.toContain(token);
  });

  it("stop working once they are revoked", async () => {
    const { userId } = await story.aSubscription();
    const { portalSession } = (await story.call("portalSessions.create", { userId })).body;
    const portalToken = portalTokenOf(portalSession);
    const portalSessionId = portalSession.id;

    const first = await story.done("portalSessions.revoke", { portalSessionId });
    expect(first.portalSession.revokedAt).toEqual(expect.any(String));
    expect(await view(portalToken)).toMatchObject(notFound);
    service().clock.advance(1);
    expect(await story.done("portalSessions.revoke", { portalSessionId })).toEqual(first);
  });

  it("are of the seller whose key asked, for a user that it knows", async () => {
    const [one, other] = [await aSeller(service), await aSeller(service)];
    const mine = new Story(restDoor, service, one);
    const { userId } = await mine.aSubscription();

    const portalToken = await aPortal(mine, userId);

    expect((await view(portalToken)).body.portal.seller).toEqual({ name: null });
    const platforms = (await story.done("portalSessions.create", { userId })).portalSession;
    expect(platforms.ownerId).toBe(one.id);
    expect(await story.call("portalSessions.create", { userId }, other.key)).toMatchObject({
      status: 404,
      body: { error: "Referenced database record was not found." },
    });
  });

  it("of the platform's own users show every seller", async () => {
    const { ownerId: userId } = await story.aService();
    const portalToken = await aPortal(story, userId);

    expect((await view(portalToken)).body.portal.seller).toBeNull();
  });

  it("refuse a return URL that is no web address", async () => {
    const input = { userId: "u", returnUrl: "javascript:alert(1)" };
    expect(await story.call("portalSessions.create", input)).toMatchObject({
      status: 400,
      body: { error: "returnUrl must be an https or localhost URL." },
    });
  });

  it("are deleted thirty days after they expired", async () => {
    const { clock, parts } = service();
    const { userId } = await story.aSubscription();
    await aPortal(story, userId);
    const count = () => parts.db.portalSession.count({ where: { userId } });

    clock.advance(30 * 86_400 + hour - 60);
    await forgetPortalSessions(parts);
    expect(await count()).toBe(1);
    clock.advance(61);
    await forgetPortalSessions(parts);
    expect(await count()).toBe(0);
  });
});
