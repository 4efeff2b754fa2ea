import { read } from "../../operation/define.ts";
import { DashboardSessionPage, DashboardSessionQuery } from "../../schemas/dashboard-sessions.ts";
import { findDashboardSessions } from "./store.ts";

export const listDashboardSessions = read("GET /dashboard-sessions", {
  name: "dashboardSessions.list",
  summary: "List dashboard sessions, newest first",
  description:
    "Returns sessions without their links, including expired and revoked ones. The service deletes a session 30 days after it expired.",
  input: DashboardSessionQuery,
  output: DashboardSessionPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findDashboardSessions(db, tenant, query);
    return { dashboardSessions: rows, nextCursor: next };
  },
});
