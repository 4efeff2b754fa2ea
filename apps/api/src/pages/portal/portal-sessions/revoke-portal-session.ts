import { checkNotWider, makerOf } from "../../../operation/access/auth/maker.ts";
import { write } from "../../../operation/define.ts";
import { widerThanItsMaker } from "../../../schemas/api-keys.ts";
import {
  OnePortalSession,
  PortalSessionId,
  portalSessionNotFound,
} from "../../../schemas/portal-sessions.ts";
import { requirePortalSession } from "./get-portal-session.ts";
import { markRevoked } from "./store.ts";

export const revokePortalSession = write("DELETE /portal-sessions/{portalSessionId}", {
  name: "portalSessions.revoke",
  summary: "Revoke a portal session",
  description:
    "The link stops working at once, and after this response no request with it changes anything, not even one in progress. Revoking it again returns the same answer. A key cannot revoke a link that has more scopes.",
  refusals: { widerThanItsMaker, portalSessionNotFound },
  input: PortalSessionId,
  output: OnePortalSession,
  run: async (work, { portalSessionId }) => {
    const { id, scopes } = await requirePortalSession(work, portalSessionId);
    checkNotWider(makerOf(work.by), { scopes });
    await markRevoked(work.tx, id, work.now);
    return { portalSession: await requirePortalSession(work, id) };
  },
});
