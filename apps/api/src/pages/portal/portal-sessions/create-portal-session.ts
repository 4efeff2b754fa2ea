import { newId } from "../../../kit/ids.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { getUser } from "../../../operation/access/users/identify-user.ts";
import { write } from "../../../operation/define.ts";
import { holds } from "../../../schemas/nouns.ts";
import { portalScopes } from "../../../schemas/portal.ts";
import {
  NewPortalSession,
  OneNewPortalSession,
  portalNeedsSubscribers,
} from "../../../schemas/portal-sessions.ts";
import { userNotFound } from "../../../schemas/users.ts";
import { hashPortalToken, newPortalToken } from "../portal-token.ts";
import { insertPortalSession } from "./store.ts";

/** How long a link works, in milliseconds. */
const lifeMs = 3_600_000;

export const createPortalSession = write("POST /portal-sessions", {
  name: "portalSessions.create",
  summary: "Create a portal session",
  description:
    "Returns a link with which the subscriber sees its subscriptions, usage, invoices and spending caps with you for one hour, and changes some of them. The link shows and changes only what the calling key may (`scopes`), and ends when the key does. Anyone with the link can do so: create it when the subscriber, whom you have authenticated, asks for it. A session that the platform's key creates shows the records with the seller that the user belongs to, or with every seller if the user belongs to the platform itself.",
  status: 201,
  refusals: { portalNeedsSubscribers, userNotFound: userNotFound("userId") },
  input: NewPortalSession,
  output: OneNewPortalSession,
  run: async ({ tx, tenant, by, now, checkoutUrl }, { userId, returnUrl }) => {
    if (!holds(by.scopes, portalScopes["portal.view"])) throw new Refusal(portalNeedsSubscribers);
    const user = await getUser({ db: tx, tenant }, userId, "userId");
    const token = newPortalToken();
    const session = await insertPortalSession(tx, {
      id: newId(),
      userId: user.id,
      // The platform's key makes it for the seller to whom the user belongs.
      ownerId: tenant ?? user.sellerId,
      tokenHash: hashPortalToken(token),
      apiKeyId: by.keyId,
      keyHash: by.keyHash,
      createdInSession: by.sessionId,
      scopes: [...new Set(Object.values(portalScopes))].filter((scope) => holds(by.scopes, scope)),
      returnUrl: returnUrl ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    });
    return { portalSession: { ...session, url: `${checkoutUrl}/portal/${token}` } };
  },
});
