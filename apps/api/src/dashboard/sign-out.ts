import { hashDashboardToken } from "../access/auth/dashboard-token.ts";
import { endCredential } from "../access/auth/end-credential.ts";
import { changeKeysAlone } from "../access/auth/key-locks.ts";
import { Nothing, OneSignOut, ownPageOnly } from "../contract/dashboard.ts";
import { inTransaction } from "../db/client.ts";
import { visit } from "../operation/define.ts";
import { tooManyRequests } from "../operation/errors.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { sessionCookie } from "./session-cookie.ts";
import { findByToken } from "./store.ts";

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
    const { db, clock, request, reply, dashboardUrl } = work;
    const { token } = request.dashboard();
    const at = clock.now();
    const session = token === undefined ? null : await findByToken(db, hashDashboardToken(token));
    if (session !== null) {
      const { id, scopes } = session;
      await inTransaction(db, async (tx) => {
        await changeKeysAlone(tx);
        // Keys are for programs, which go on when a person leaves.
        await endCredential({ tx, clock }, null, { id, scopes }, { keeps: "keys" });
      });
    }
    reply.headers["Set-Cookie"] = sessionCookie(dashboardUrl, "", 0);
    return { signOut: { at } };
  },
});
