import { z } from "zod";
import type { PortalSession as PortalSessionRow } from "../../../db/generated/client.ts";
import { component, createdAt, id, timeOut } from "../../../kit/answers.ts";
import { filterId, request, requiredId, returnUrl } from "../../../kit/fields.ts";
import { newId } from "../../../kit/ids.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { notAllowed, Refusal, type RefusalTerms, recordNotFound } from "../../../kit/refusal.ts";
import { hashToken, newToken } from "../../../kit/tokens.ts";
import { checkNotWider, makerOf } from "../../../operation/access/auth/maker.ts";
import { getUser } from "../../../operation/access/users/identify-user.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import { holds } from "../../../schemas/nouns.ts";
import { portalScopes } from "../../../schemas/portal.ts";
import { userNotFound } from "../../../schemas/users.ts";
import {
  findPortalSession,
  findPortalSessions,
  insertPortalSession,
  markRevoked,
} from "./store.ts";

/** How long a link works, in milliseconds. */
const lifeMs = 3_600_000;

const portalNeedsSubscribers: RefusalTerms = {
  ...notAllowed,
  code: "portal_needs_subscribers",
  meaning: "The calling key lacks the scope `subscribers:read`. Every portal shows the subscriber.",
  remedy: "Use a key with this scope, and with those for all that the link should show and change.",
};

const NewPortalSession = request({
  userId: requiredId().meta({ description: "Id of the subscriber for whom the link is" }),
  returnUrl: returnUrl().meta({
    description: "Where the portal links back to. https, or a localhost URL",
    example: "https://example.com/account",
  }),
});

const PortalSession = component(
  "PortalSession",
  "A link with which a subscriber sees and changes its own records, for an hour.",
  {
    id: id(),
    userId: id().meta({ description: "Id of the subscriber for whom the link is" }),
    ownerId: id().nullable().meta({
      description:
        "Id of the seller whose records with the subscriber it shows; null: every seller",
    }),
    apiKeyId: id().meta({
      description:
        "Id of the API key or the wallet grant that created it. The link ends when this does, and when the dashboard session does in which it was created",
    }),
    scopes: z.array(z.string()).meta({
      description:
        "What the link may show and change: those scopes of its maker that the portal needs",
      example: ["subscriptions:read", "invoices:read"],
    }),
    returnUrl: z.string().nullable().meta({
      description: "Where the portal links back to; null: nowhere",
      example: "https://example.com/account",
    }),
    createdAt: createdAt(),
    expiresAt: timeOut().meta({
      description:
        "When the link stops working: one hour after it was created, or earlier with what created it",
      example: "2026-01-31T13:00:00.000Z",
    }),
    revokedAt: timeOut().nullable().meta({
      description: "When the link was revoked, or what created it; null: neither",
      example: null,
    }),
  },
);

const OneNewPortalSession = z.object({
  portalSession: component("PortalSessionWithUrl", "A new portal session with its address.", {
    ...PortalSession.shape,
    url: z.string().nullable().meta({
      description:
        "The address of the portal, with a secret token. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): then create another session",
      example: "https://usance.example.com/checkout/portal/q3v9…",
    }),
  }),
});

export const createPortalSession = write("POST /portal-sessions", {
  name: "portalSessions.create",
  summary: "Create a portal session",
  description:
    "Returns a link with which the subscriber sees its subscriptions, usage, invoices and spending caps with you for one hour, and changes some of them. The link shows and changes only what the calling key may (`scopes`), and ends when the key does. Anyone with the link can do so: create it when the subscriber, whom you have authenticated, asks for it. A session that the platform's key creates shows the records with the seller that the user belongs to, or with every seller if the user belongs to the platform itself.",
  status: 201,
  refusals: { portalNeedsSubscribers, userNotFound: userNotFound("userId") },
  input: NewPortalSession,
  output: OneNewPortalSession,
  run: async ({ tx, tenant, by, now, checkoutUrl }, { userId, returnUrl }) => {
    if (!holds(by.scopes, portalScopes["portal.view"])) throw new Refusal(portalNeedsSubscribers);
    const user = await getUser({ db: tx, tenant }, userId, "userId");
    const token = newToken();
    const session = await insertPortalSession(tx, {
      id: newId(),
      userId: user.id,
      // The platform's key makes it for the seller to whom the user belongs.
      ownerId: tenant ?? user.sellerId,
      tokenHash: hashToken(token),
      apiKeyId: by.keyId,
      keyHash: by.keyHash,
      createdInSession: by.sessionId,
      scopes: [...new Set(Object.values(portalScopes))].filter((scope) => holds(by.scopes, scope)),
      returnUrl: returnUrl ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    });
    return { portalSession: { ...session, url: `${checkoutUrl}/portal/${token}` } };
  },
});

const portalSessionNotFound = recordNotFound("portal_session_not_found", "portalSessionId");

const PortalSessionId = request({ portalSessionId: requiredId() });

const OnePortalSession = z.object({ portalSession: PortalSession });

export const getPortalSession = read("GET /portal-sessions/{portalSessionId}", {
  name: "portalSessions.get",
  summary: "Get a portal session",
  description: "Returns the session without its address, which is shown only at creation.",
  refusals: { portalSessionNotFound },
  input: PortalSessionId,
  output: OnePortalSession,
  run: async (work, { portalSessionId }) => ({
    portalSession: await requirePortalSession(work, portalSessionId),
  }),
});

/** @throws Refusal 404 when the tenant has no such session */
async function requirePortalSession({ db, tenant }: Parts, id: string): Promise<PortalSessionRow> {
  const session = await findPortalSession(db, id, tenant);
  if (session === null) throw new Refusal(portalSessionNotFound);
  return session;
}

const PortalSessionQuery = request({
  userId: filterId().meta({ description: "Only sessions of this subscriber" }),
  ...page("portal-sessions"),
}).prefault({});

export const listPortalSessions = read("GET /portal-sessions", {
  name: "portalSessions.list",
  summary: "List portal sessions, newest first",
  description:
    "Returns sessions without their addresses, including expired and revoked ones. A session is deleted 30 days after it expired.",
  input: PortalSessionQuery,
  output: pageOf("portalSessions", PortalSession, "portal-sessions"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findPortalSessions(db, tenant, query);
    return { portalSessions: rows, nextCursor: next };
  },
});

export const revokePortalSession = write("DELETE /portal-sessions/{portalSessionId}", {
  name: "portalSessions.revoke",
  summary: "Revoke a portal session",
  description:
    "The link stops working at once, and after this response no request with it changes anything, not even one in progress. Revoking it again returns the same answer. A key cannot revoke a link that has more scopes.",
  refusals: { widerThanItsMaker, portalSessionNotFound },
  input: PortalSessionId,
  output: OnePortalSession,
  run: async (work, { portalSessionId }) => {
    const { id, scopes } = await requirePortalSession(work, portalSessionId);
    checkNotWider(makerOf(work.by), { scopes });
    await markRevoked(work.tx, id, work.now);
    return { portalSession: await requirePortalSession(work, id) };
  },
});
