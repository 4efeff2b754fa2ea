import { newId } from "../../kit/ids.ts";
import {
  hashDashboardToken,
  newDashboardToken,
} from "../../operation/access/auth/dashboard-token.ts";
import { earlier } from "../../operation/access/auth/key-lives.ts";
import { write } from "../../operation/define.ts";
import { NewDashboardSession, OneNewDashboardSession } from "../../schemas/dashboard-sessions.ts";
import { findRow, insertDashboardSession } from "./store.ts";

/** How long a link works, in milliseconds: ten minutes. */
const linkLifeMs = 600_000;

export const createDashboardSession = write("POST /dashboard-sessions", {
  name: "dashboardSessions.create",
  summary: "Create a dashboard session",
  description:
    "Returns a link that signs a person in to the dashboard, once. The session has the seller and the scopes of the calling key. It lasts at most 12 hours, and ends when the key does. A session that is created in another session also ends with that one, when it is revoked, signed out or expires.",
  status: 201,
  input: NewDashboardSession,
  output: OneNewDashboardSession,
  // It makes a caller, which must not be made while its maker is being revoked.
  changesKeys: true,
  run: async ({ tx, by, now, dashboardUrl }) => {
    const token = newDashboardToken();
    const parent = by.sessionId === null ? null : await findRow(tx, by.sessionId);
    const session = await insertDashboardSession(tx, {
      id: newId(),
      ownerId: by.tenant,
      apiKeyId: by.keyId,
      keyHash: by.keyHash,
      walletAddress: parent?.walletAddress ?? null,
      createdInSession: by.sessionId,
      scopes: [...by.scopes],
      linkHash: hashDashboardToken(token),
      createdAt: now,
      expiresAt: earlier(new Date(now.getTime() + linkLifeMs), parent?.expiresAt),
    });
    return { dashboardSession: { ...session, url: `${dashboardUrl}/sign-in#${token}` } };
  },
});
