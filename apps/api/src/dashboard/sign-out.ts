import { hashDashboardToken } from "../access/auth/dashboard-token.ts";
import { Nothing, OneSignOut, ownPageOnly } from "../contract/dashboard.ts";
import { visit } from "../operation/define.ts";
import { tooManyRequests } from "../operation/errors.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { sessionCookie } from "./session-cookie.ts";
import { endByToken } from "./store.ts";

export const signOut = visit("POST /dashboard/sign-out", {
  name: "dashboard.signOut",
  summary: "Sign out",
  description: "Ends the session of the request's cookie, and removes the cookie.",
  refusals: { ownPageOnly, tooManyRequests },
  input: Nothing,
  output: OneSignOut,
  run: async (work) => {
    requireOwnPage(work);
    const { db, clock, request, reply, dashboardUrl } = work;
    const { token } = request.dashboard();
    const at = clock.now();
    if (token !== undefined) await endByToken(db, hashDashboardToken(token), at);
    reply.headers["Set-Cookie"] = sessionCookie(dashboardUrl, "", 0);
    return { signOut: { at } };
  },
});
