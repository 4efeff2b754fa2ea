import type { Queryable } from "../../db/client.ts";
import type { DashboardSession } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { hashToken } from "../../kit/tokens.ts";
import { endCredential } from "../../operation/access/auth/check-again.ts";
import { changeKeysAlone } from "../../operation/access/auth/key-lives.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Visiting } from "../../operation/work.ts";
import { Nothing, notSignedIn, OneOwnSession, ownPageOnly } from "../../schemas/dashboard.ts";
import { findByToken, findDashboardSession, findSeller } from "./store.ts";

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
export async function ownSession(
  tx: Queryable,
  { request }: Pick<Visiting, "request">,
): Promise<DashboardSession | null> {
  const { token } = request.dashboard();
  if (token === undefined) return null;
  await changeKeysAlone(tx);
  return findByToken(tx, hashToken(token));
}

/** Ends a session at sign-out, with the sessions and portal links that were created in it. Its keys keep working, because programs use them. */
export async function endOwnSession(
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
