import { Refusal } from "../../kit/refusal.ts";
import { hashDashboardToken } from "../../operation/access/auth/api-key.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { linkNotFound, OneLink, OpenLink, ownPageOnly } from "../../schemas/dashboard.ts";
import { requireOwnPage } from "./own-session.ts";
import { findByLink } from "./store.ts";

export const viewLink = visit("POST /dashboard/link", {
  name: "dashboard.viewLink",
  summary: "View a link before signing in with it",
  description:
    "Says whose dashboard the link opens. The link still works afterwards. The page asks with it before it signs in, so that no foreign link replaces a session unnoticed.",
  refusals: { ownPageOnly, linkNotFound, tooManyRequests },
  input: OpenLink,
  output: OneLink,
  run: async (work, { linkToken }) => {
    requireOwnPage(work);
    const session = await findByLink(work.db, hashDashboardToken(linkToken), work.clock.now());
    if (session === null) throw new Refusal(linkNotFound);
    return { dashboardLink: { ...session, seller: session.owner } };
  },
});
