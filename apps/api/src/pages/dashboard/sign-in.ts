import { Refusal } from "../../kit/refusal.ts";
import { hashDashboardToken } from "../../operation/access/auth/dashboard-token.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { linkNotFound, OpenLink, ownPageOnly } from "../../schemas/dashboard.ts";
import { OneDashboardSession } from "../../schemas/dashboard-sessions.ts";
import { openSession } from "./open-session.ts";
import { requireOwnPage } from "./require-own-page.ts";
import { openByLink } from "./store.ts";

const name = "dashboard.signIn";

export const signIn = visit("POST /dashboard/sign-in", {
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
      const session = await openByLink(tx, hashDashboardToken(linkToken), opening);
      if (session === null) throw new Refusal(linkNotFound);
      return session;
    });
  },
});
