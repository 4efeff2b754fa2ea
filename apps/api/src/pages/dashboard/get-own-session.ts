import { Refusal } from "../../kit/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { Nothing, notSignedIn, OneOwnSession } from "../../schemas/dashboard.ts";
import { findDashboardSession, findSeller } from "./store.ts";

export const getOwnSession = visit("GET /dashboard/session", {
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
