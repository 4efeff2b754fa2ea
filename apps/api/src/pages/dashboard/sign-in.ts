import { inTransaction, type Queryable } from "../../db/client.ts";
import type { DashboardSession } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { hashToken, newToken } from "../../kit/tokens.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { isMadeBy } from "../../operation/access/auth/check-again.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Visiting } from "../../operation/work.ts";
import {
  linkNotFound,
  Nothing,
  OneDashboardSession,
  OneSignOut,
  OpenLink,
  ownPageOnly,
} from "../../schemas/dashboard.ts";
import { endOwnSession, ownSession, requireOwnPage } from "./own-session.ts";
import { openByLink, setMaker } from "./store.ts";

/** The name of the cookie. Browsers take one with `__Host-` only over https, for this host alone. */
const secureName = "__Host-usance-dashboard";
/** The name where the dashboard is at plain http, on a developer's machine. */
const plainName = "usance-dashboard";

/** The only cookie name that is accepted at an address: over https, other hosts and plain http can set the plain name too. */
export const cookieNameAt = (dashboardUrl: string): string =>
  isPlainLoopback(dashboardUrl) ? plainName : secureName;

/**
 * `Set-Cookie` for a session's token. Scripts cannot read the cookie, and other sites' pages do not send it.
 *
 * @param dashboardUrl the address of the dashboard: plain http is for loopback addresses
 * @param maxAge in seconds; 0 removes the cookie
 */
function sessionCookie(dashboardUrl: string, token: string, maxAge: number): string {
  const name = cookieNameAt(dashboardUrl);
  const terms = ["Path=/", `Max-Age=${maxAge}`, "HttpOnly", "SameSite=Strict"];
  return [`${name}=${token}`, ...terms, ...(name === plainName ? [] : ["Secure"])].join("; ");
}

function isPlainLoopback(dashboardUrl: string): boolean {
  const { protocol, hostname } = new URL(dashboardUrl);
  return protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** How long a session lasts once it is open: 12 hours, in seconds. */
const lifeSeconds = 43_200;

/** The secret of a new session, as it is stored, and the session's life. */
interface Opening {
  readonly tokenHash: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

type OpenParts = Pick<Visiting, "db" | "clock" | "request" | "reply" | "dashboardUrl">;

/**
 * Opens a session in one transaction with its audit row, and gives its cookie to the browser. The session whose cookie it
 * replaces ends in the same transaction, as if its person had signed out.
 *
 * @param operation by which it was opened
 * @param open stores and returns the opened session
 */
export async function openSession(
  work: OpenParts,
  operation: string,
  open: (tx: Queryable, opening: Opening) => Promise<DashboardSession>,
): Promise<{ dashboardSession: DashboardSession }> {
  const { db, clock, request, reply, dashboardUrl } = work;
  const token = newToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1_000);
  const tokenHash = hashToken(token);
  const dashboardSession = await inTransaction(db, async (tx) => {
    const replaced = await ownSession(tx, work);
    const opened = await open(tx, { tokenHash, now, expiresAt });
    let session = opened;
    if (replaced !== null) {
      // What was made in the replaced session would end with it: it takes its place below the same makers.
      const isMade = await isMadeBy({ tx, clock }, opened, replaced);
      if (isMade) session = await setMaker(tx, opened.id, replaced.createdInSession);
      await endOwnSession(tx, work, replaced);
    }
    const { apiKeyId } = session;
    const write = { apiKeyId, tenant: session.ownerId, operation, requestId: request.id };
    await noteWrite({ tx, now }, write, session);
    return session;
  });
  reply.headers["Set-Cookie"] = sessionCookie(dashboardUrl, token, lifeSeconds);
  return { dashboardSession };
}

const name = "dashboard.signIn";

export const signIn = pageOperation("POST /dashboard/sign-in", {
  name,
  summary: "Sign in with a link",
  description:
    "Opens the session of a link, once, and sets its cookie. A session whose cookie this replaces ends, as by signing out. To sign in with an API key, create a session with the key first, and sign in with the link of this session.",
  refusals: { ownPageOnly, linkNotFound, tooManyRequests },
  input: OpenLink,
  output: OneDashboardSession,
  run: async (work, { linkToken }) => {
    requireOwnPage(work);
    return openSession(work, name, async (tx, opening) => {
      const session = await openByLink(tx, hashToken(linkToken), opening);
      if (session === null) throw new Refusal(linkNotFound);
      return session;
    });
  },
});

export const signOut = pageOperation("POST /dashboard/sign-out", {
  name: "dashboard.signOut",
  summary: "Sign out",
  description:
    "Ends the session of the request's cookie, with the sessions and portal links that were created in it, and removes the cookie.",
  refusals: { ownPageOnly, tooManyRequests },
  input: Nothing,
  output: OneSignOut,
  run: async (work) => {
    requireOwnPage(work);
    const { db, clock, reply, dashboardUrl } = work;
    const at = clock.now();
    await inTransaction(db, async (tx) => {
      const session = await ownSession(tx, work);
      if (session !== null) await endOwnSession(tx, work, session);
    });
    reply.headers["Set-Cookie"] = sessionCookie(dashboardUrl, "", 0);
    return { signOut: { at } };
  },
});
