import type { PortalSession } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { read } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  OnePortalSession,
  PortalSessionId,
  portalSessionNotFound,
} from "../../../schemas/portal-sessions.ts";
import { findPortalSession } from "./store.ts";

export const getPortalSession = read("GET /portal-sessions/{portalSessionId}", {
  name: "portalSessions.get",
  summary: "Get a portal session",
  description: "Returns the session without its address, which is shown only at creation.",
  refusals: { portalSessionNotFound },
  input: PortalSessionId,
  output: OnePortalSession,
  run: async (work, { portalSessionId }) => ({
    portalSession: await requirePortalSession(work, portalSessionId),
  }),
});

/** @throws Refusal 404 when the tenant has no such session */
export async function requirePortalSession(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<PortalSession> {
  const session = await findPortalSession(db, id, tenant);
  if (session === null) throw new Refusal(portalSessionNotFound);
  return session;
}
