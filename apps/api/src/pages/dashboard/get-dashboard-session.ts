import type { DashboardSession } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  DashboardSessionId,
  dashboardSessionNotFound,
  OneDashboardSession,
} from "../../schemas/dashboard-sessions.ts";
import { findDashboardSession } from "./store.ts";

export const getDashboardSession = read("GET /dashboard-sessions/{dashboardSessionId}", {
  name: "dashboardSessions.get",
  summary: "Get a dashboard session",
  description: "Returns the session without its link, which is shown only at creation.",
  refusals: { dashboardSessionNotFound },
  input: DashboardSessionId,
  output: OneDashboardSession,
  run: async (work, { dashboardSessionId }) => ({
    dashboardSession: await requireDashboardSession(work, dashboardSessionId),
  }),
});

/** @throws Refusal 404 when the tenant has no such session */
export async function requireDashboardSession(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<DashboardSession> {
  const session = await findDashboardSession(db, id, tenant);
  if (session === null) throw new Refusal(dashboardSessionNotFound);
  return session;
}
