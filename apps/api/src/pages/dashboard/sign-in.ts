import { z } from "zod";
import { inTransaction, type Queryable } from "../../db/client.ts";
import type { DashboardSession } from "../../db/generated/client.ts";
import { component, timeOut } from "../../kit/answers.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { hashToken, newToken } from "../../kit/tokens.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { endCredential, isMadeBy } from "../../operation/access/auth/check-again.ts";
import { changeKeysAlone } from "../../operation/access/auth/key-lives.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Visiting } from "../../operation/work.ts";
import {
  linkNotFound,
  Nothing,
  OneDashboardSession,
  OpenLink,
  ownPageOnly,
  shownSeller,
} from "../../schemas/dashboard.ts";
import { findByToken, findDashboardSession, findSeller, openByLink, setMaker } from "./store.ts";

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

/*
 * The dashboard signs in and out with the operations below. They take no API key, and work only if the request proves that
 * the dashboard's own page made it.
 */

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

const OneSignOut = z.object({
  signOut: component("SignOut", "The end of a session at the dashboard.", {
    at: timeOut().meta({ description: "When the session ended" }),
  }),
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

const notSignedIn: RefusalTerms = {
  kind: "unauthenticated",
  code: "not_signed_in",
  message: "You are not signed in.",
  meaning: "The request has no cookie of a session, or the session has ended.",
  remedy: "Sign in again.",
};

const OneOwnSession = z.object({
  dashboardSession: OneDashboardSession.shape.dashboardSession
    .extend({ seller: shownSeller })
    .meta({ id: "OwnDashboardSession", description: "The session that is signed in." }),
});

export const getOwnSession = pageOperation("GET /dashboard/session", {
  name: "dashboard.session",
  summary: "Get the session that is signed in",
  description: "Returns the session of the request's cookie, with its seller and its scopes.",
  refusals: { notSignedIn, tooManyRequests },
  input: Nothing,
  output: OneOwnSession,
  run: async ({ db, request }) => {
    if (request.dashboard().token === undefined) throw new Refusal(notSignedIn);
    const { sessionId, tenant } = await request.caller();
    const session = sessionId && (await findDashboardSession(db, sessionId, tenant));
    if (!session) throw new Refusal(notSignedIn);
    return { dashboardSession: { ...session, seller: await findSeller(db, session.ownerId) } };
  },
});

/**
 * Reads the session of the request's cookie, in a transaction that ends it. The caller has called `requireOwnPage`.
 *
 * @returns null without a session
 */
async function ownSession(
  tx: Queryable,
  { request }: Pick<Visiting, "request">,
): Promise<DashboardSession | null> {
  const { token } = request.dashboard();
  if (token === undefined) return null;
  await changeKeysAlone(tx);
  return findByToken(tx, hashToken(token));
}

/**
 * Ends a session at sign-out, with the sessions and portal links that were created in it. Its keys keep working, because
 * programs use them.
 */
async function endOwnSession(
  tx: Queryable,
  { clock }: Pick<Visiting, "clock">,
  { id, scopes }: DashboardSession,
): Promise<void> {
  await endCredential({ tx, clock }, null, { id, scopes }, { keeps: "keys" });
}

/**
 * Refuses requests of other pages than the dashboard's own, so that no other page signs a person in or out.
 *
 * @throws Refusal ownPageOnly
 */
export function requireOwnPage({ request }: Pick<Visiting, "request">): void {
  if (!request.dashboard().isOwnPage) throw new Refusal(ownPageOnly);
}
