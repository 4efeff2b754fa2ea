import { noteWrites, writeOf } from "../../operation/access/audit/note-write.ts";
import { endCredential } from "../../operation/access/auth/end-credential.ts";
import { makerOf } from "../../operation/access/auth/maker.ts";
import { write } from "../../operation/define.ts";
import { widerThanItsMaker } from "../../schemas/api-keys.ts";
import {
  DashboardSessionId,
  dashboardSessionNotFound,
  OneDashboardSession,
} from "../../schemas/dashboard-sessions.ts";
import { requireDashboardSession } from "./get-dashboard-session.ts";

const name = "dashboardSessions.revoke";

export const revokeDashboardSession = write("DELETE /dashboard-sessions/{dashboardSessionId}", {
  name,
  summary: "Revoke a dashboard session",
  description:
    "The session stops working within a second, and none of its writes commits after this response. The keys, wallet grants, sessions and portal links that were created in it end with it. Revoking it again returns the same response. A key cannot revoke a session that has more scopes.",
  refusals: { widerThanItsMaker, dashboardSessionNotFound },
  input: DashboardSessionId,
  output: OneDashboardSession,
  changesKeys: true,
  run: async (work, { dashboardSessionId }) => {
    const { id, scopes } = await requireDashboardSession(work, dashboardSessionId);
    const ended = await endCredential(work, makerOf(work.by), { id, scopes });
    await noteWrites(work, writeOf(work, name), ended);
    return { dashboardSession: await requireDashboardSession(work, id) };
  },
});
