import { inTransaction, type Queryable } from "../../db/client.ts";
import type { DashboardSession } from "../../db/generated/client.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import {
  hashDashboardToken,
  newDashboardToken,
} from "../../operation/access/auth/dashboard-token.ts";
import { isMadeBy } from "../../operation/access/auth/end-credential.ts";
import type { Visiting } from "../../operation/work.ts";
import { endOwnSession, ownSession } from "./end-own-session.ts";
import { sessionCookie } from "./session-cookie.ts";
import { setMaker } from "./store.ts";

/** How long a session lasts once it is open: 12 hours, in seconds. */
const lifeSeconds = 43_200;

/** The secret of a new session, as it is stored, and the session's life. */
interface Opening {
  readonly tokenHash: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

type OpenParts = Pick<Visiting, "db" | "clock" | "request" | "reply" | "dashboardUrl">;

/**
 * Opens a session in one transaction with its audit row, and gives its cookie to the browser. The session whose cookie it
 * replaces ends in the same transaction, as if its person had signed out.
 *
 * @param operation by which it was opened
 * @param open stores the session that it returns, as open
 */
export async function openSession(
  work: OpenParts,
  operation: string,
  open: (tx: Queryable, opening: Opening) => Promise<DashboardSession>,
): Promise<{ dashboardSession: DashboardSession }> {
  const { db, clock, request, reply, dashboardUrl } = work;
  const token = newDashboardToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1_000);
  const tokenHash = hashDashboardToken(token);
  const dashboardSession = await inTransaction(db, async (tx) => {
    const replaced = await ownSession(tx, work);
    const opened = await open(tx, { tokenHash, now, expiresAt });
    let session = opened;
    if (replaced !== null) {
      // What was made in the replaced session would end with it: it takes its place below the same makers.
      const isMade = await isMadeBy({ tx, clock }, opened, replaced);
      if (isMade) session = await setMaker(tx, opened.id, replaced.createdInSession);
      await endOwnSession(tx, work, replaced);
    }
    const { apiKeyId } = session;
    const write = { apiKeyId, tenant: session.ownerId, operation, requestId: request.id };
    await noteWrite({ tx, now }, write, session);
    return session;
  });
  reply.headers["Set-Cookie"] = sessionCookie(dashboardUrl, token, lifeSeconds);
  return { dashboardSession };
}
