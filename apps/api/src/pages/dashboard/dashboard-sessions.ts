import { z } from "zod";
import type { DashboardSession as DashboardSessionRow } from "../../db/generated/client.ts";
import { component, timeOut } from "../../kit/answers.ts";
import { request, requiredId } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../kit/refusal.ts";
import { hashToken, newToken } from "../../kit/tokens.ts";
import { noteWrites, writeOf } from "../../operation/access/audit/note-write.ts";
import { endCredential } from "../../operation/access/auth/check-again.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { makerOf } from "../../operation/access/auth/maker.ts";
import { pageOperation, read, write } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { widerThanItsMaker } from "../../schemas/api-keys.ts";
import {
  DashboardSession,
  linkNotFound,
  OneDashboardSession,
  OpenLink,
  ownPageOnly,
  shownSeller,
} from "../../schemas/dashboard.ts";
import { requireOwnPage } from "./sign-in.ts";
import {
  deleteExpiredBefore,
  findByLink,
  findDashboardSession,
  findDashboardSessions,
  findRow,
  insertDashboardSession,
} from "./store.ts";

/** How long a link works, in milliseconds: ten minutes. */
const linkLifeMs = 600_000;

const OneNewDashboardSession = z.object({
  dashboardSession: component("DashboardSessionWithUrl", "A new session with its link.", {
    ...DashboardSession.shape,
    url: z.string().nullable().meta({
      description:
        "The link to sign in with, which has a secret token. It works once, within ten minutes. It is shown only once and not stored. null in a response that is replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): in this case, create another session",
      example: "https://usance.example.com/dashboard/sign-in#q3v9…",
    }),
  }),
});

export const createDashboardSession = write("POST /dashboard-sessions", {
  name: "dashboardSessions.create",
  summary: "Create a dashboard session",
  description:
    "Returns a link that signs a person in to the dashboard, once. The session has the seller and the scopes of the calling key. It lasts at most 12 hours, and ends when the key does. A session that is created in another session also ends with that one, when it is revoked, signed out or expires.",
  status: 201,
  input: request({}).prefault({}),
  output: OneNewDashboardSession,
  // It makes a caller, which must not be made while its maker is being revoked.
  changesKeys: true,
  run: async ({ tx, by, now, dashboardUrl }) => {
    const token = newToken();
    const parent = by.sessionId === null ? null : await findRow(tx, by.sessionId);
    const session = await insertDashboardSession(tx, {
      id: newId(),
      ownerId: by.tenant,
      apiKeyId: by.keyId,
      keyHash: by.keyHash,
      walletAddress: parent?.walletAddress ?? null,
      createdInSession: by.sessionId,
      scopes: [...by.scopes],
      linkHash: hashToken(token),
      createdAt: now,
      expiresAt: earlier(new Date(now.getTime() + linkLifeMs), parent?.expiresAt),
    });
    return { dashboardSession: { ...session, url: `${dashboardUrl}/sign-in#${token}` } };
  },
});

const dashboardSessionNotFound = recordNotFound(
  "dashboard_session_not_found",
  "dashboardSessionId",
);

const DashboardSessionId = request({ dashboardSessionId: requiredId() });

export const getDashboardSession = read("GET /dashboard-sessions/{dashboardSessionId}", {
  name: "dashboardSessions.get",
  summary: "Get a dashboard session",
  description: "Returns the session without its link, which is shown only at creation.",
  refusals: { dashboardSessionNotFound },
  input: DashboardSessionId,
  output: OneDashboardSession,
  run: async (work, { dashboardSessionId }) => ({
    dashboardSession: await requireDashboardSession(work, dashboardSessionId),
  }),
});

/** @throws Refusal 404 when the tenant has no such session */
async function requireDashboardSession(
  { db, tenant }: Parts,
  id: string,
): Promise<DashboardSessionRow> {
  const session = await findDashboardSession(db, id, tenant);
  if (session === null) throw new Refusal(dashboardSessionNotFound);
  return session;
}

export const listDashboardSessions = read("GET /dashboard-sessions", {
  name: "dashboardSessions.list",
  summary: "List dashboard sessions, newest first",
  description:
    "Returns sessions without their links, including expired and revoked ones. The service deletes a session 30 days after it expired.",
  input: request(page("dashboard-sessions")).prefault({}),
  output: pageOf("dashboardSessions", DashboardSession, "dashboard-sessions"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findDashboardSessions(db, tenant, query);
    return { dashboardSessions: rows, nextCursor: next };
  },
});

const name = "dashboardSessions.revoke";

export const revokeDashboardSession = write("DELETE /dashboard-sessions/{dashboardSessionId}", {
  name,
  summary: "Revoke a dashboard session",
  description:
    "The session stops working within a second, and none of its writes commits after this response. The keys, wallet grants, sessions and portal links that were created in it end with it. Revoking it again returns the same response. A key cannot revoke a session that has more scopes.",
  refusals: { widerThanItsMaker, dashboardSessionNotFound },
  input: DashboardSessionId,
  output: OneDashboardSession,
  changesKeys: true,
  run: async (work, { dashboardSessionId }) => {
    const { id, scopes } = await requireDashboardSession(work, dashboardSessionId);
    const ended = await endCredential(work, makerOf(work.by), { id, scopes });
    await noteWrites(work, writeOf(work, name), ended);
    return { dashboardSession: await requireDashboardSession(work, id) };
  },
});

/** How long expired sessions are listed, in milliseconds: 30 days. */
const listedMs = 30 * 86_400_000;

/** Job: deletes dashboard sessions that expired long ago. */
export function forgetDashboardSessions({ db, clock }: Parts): Promise<void> {
  return deleteExpiredBefore(db, new Date(clock.now().getTime() - listedMs));
}

const OneLink = z.object({
  dashboardLink: component("DashboardLink", "A link that signs in, before it is opened.", {
    seller: shownSeller,
    expiresAt: timeOut().meta({ description: "When the link stops working" }),
  }),
});

export const viewLink = pageOperation("POST /dashboard/link", {
  name: "dashboard.viewLink",
  summary: "View a link before signing in with it",
  description:
    "Says whose dashboard the link opens. The link still works afterwards. The page asks with it before it signs in, so that no foreign link replaces a session unnoticed.",
  refusals: { ownPageOnly, linkNotFound, tooManyRequests },
  input: OpenLink,
  output: OneLink,
  run: async (work, { linkToken }) => {
    requireOwnPage(work);
    const session = await findByLink(work.db, hashToken(linkToken), work.clock.now());
    if (session === null) throw new Refusal(linkNotFound);
    return { dashboardLink: { ...session, seller: session.owner } };
  },
});
