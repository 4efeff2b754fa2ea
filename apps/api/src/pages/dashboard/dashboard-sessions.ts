import type { DashboardSession } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
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
  DashboardSessionId,
  DashboardSessionPage,
  DashboardSessionQuery,
  dashboardSessionNotFound,
  linkNotFound,
  NewDashboardSession,
  OneDashboardSession,
  OneLink,
  OneNewDashboardSession,
  OpenLink,
  ownPageOnly,
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

export const createDashboardSession = write("POST /dashboard-sessions", {
  name: "dashboardSessions.create",
  summary: "Create a dashboard session",
  description:
    "Returns a link that signs a person in to the dashboard, once. The session has the seller and the scopes of the calling key. It lasts at most 12 hours, and ends when the key does. A session that is created in another session also ends with that one, when it is revoked, signed out or expires.",
  status: 201,
  input: NewDashboardSession,
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
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<DashboardSession> {
  const session = await findDashboardSession(db, id, tenant);
  if (session === null) throw new Refusal(dashboardSessionNotFound);
  return session;
}

export const listDashboardSessions = read("GET /dashboard-sessions", {
  name: "dashboardSessions.list",
  summary: "List dashboard sessions, newest first",
  description:
    "Returns sessions without their links, including expired and revoked ones. The service deletes a session 30 days after it expired.",
  input: DashboardSessionQuery,
  output: DashboardSessionPage,
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
export function forgetDashboardSessions({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return deleteExpiredBefore(db, new Date(clock.now().getTime() - listedMs));
}

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
