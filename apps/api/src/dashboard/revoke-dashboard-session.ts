import { awaitWritesOf } from "../access/auth/key-locks.ts";
import {
  DashboardSessionId,
  dashboardSessionNotFound,
  OneDashboardSession,
} from "../contract/dashboard-sessions.ts";
import { write } from "../operation/define.ts";
import { requireDashboardSession } from "./get-dashboard-session.ts";
import { markRevoked } from "./store.ts";

export const revokeDashboardSession = write("DELETE /dashboard-sessions/{dashboardSessionId}", {
  name: "dashboardSessions.revoke",
  summary: "Revoke a dashboard session",
  description:
    "The session stops working within a second, and none of its writes commits after this response. Revoking it again returns the same response.",
  refusals: { dashboardSessionNotFound },
  input: DashboardSessionId,
  output: OneDashboardSession,
  // It ends a caller, as the revocation of a key does, and waits for the writes of that caller alone.
  changesKeys: true,
  run: async (work, { dashboardSessionId }) => {
    const { id } = await requireDashboardSession(work, dashboardSessionId);
    await awaitWritesOf(work.tx, [id]);
    await markRevoked(work.tx, id, work.clock.now());
    return { dashboardSession: await requireDashboardSession(work, id) };
  },
});
