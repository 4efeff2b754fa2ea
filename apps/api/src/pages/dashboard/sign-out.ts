import { inTransaction } from "../../db/client.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { Nothing, OneSignOut, ownPageOnly } from "../../schemas/dashboard.ts";
import { endOwnSession, ownSession } from "./end-own-session.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { sessionCookie } from "./session-cookie.ts";

export const signOut = visit("POST /dashboard/sign-out", {
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
