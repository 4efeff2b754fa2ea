import { read } from "../../../operation/define.ts";
import { PortalSessionPage, PortalSessionQuery } from "../../../schemas/portal-sessions.ts";
import { findPortalSessions } from "./store.ts";

export const listPortalSessions = read("GET /portal-sessions", {
  name: "portalSessions.list",
  summary: "List portal sessions, newest first",
  description:
    "Returns sessions without their addresses, including expired and revoked ones. A session is deleted 30 days after it expired.",
  input: PortalSessionQuery,
  output: PortalSessionPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findPortalSessions(db, tenant, query);
    return { portalSessions: rows, nextCursor: next };
  },
});
