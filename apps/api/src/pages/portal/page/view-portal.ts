import type { User } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { changeUser } from "../../../operation/access/users/identify-user.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  PortalLink,
  portalLinkRefusals,
  SubscriberChange,
  subscriberNotChangeable,
} from "../../../schemas/portal.ts";
import { OnePortal, OneSubscriber } from "../../../schemas/portal-records.ts";
import {
  type AtPortal,
  changeAtPortal,
  loadPortal,
  mayAtPortal,
  requirePortalLink,
} from "../portal-sessions/load-portal.ts";

type Session = Pick<AtPortal["session"], "ownerId" | "user" | "scopes">;

/** A subscriber as its portal shows it. */
function shownSubscriber(
  session: Session,
): Pick<User, "id" | "name" | "email"> & { readonly isChangeable: boolean } {
  const { id, name, email } = session.user;
  const may = mayAtPortal({ session }, "portal.changeSubscriber");
  return { id, name, email, isChangeable: may && isChangeable(session) };
}

/**
 * Whether name and address can be changed in the portal. The platform's users can subscribe to several sellers: none of
 * the sellers may let them be renamed for all others. A user who sells has its name on checkout pages and invoices, so a
 * link that was made for a subscriber never changes it.
 */
function isChangeable({ ownerId, user }: Pick<Session, "ownerId" | "user">): boolean {
  const sells = user.services.length > 0 || user.apiKeys.length > 0;
  return !sells && (ownerId === null || user.sellerId === ownerId);
}

export const viewPortal = pageOperation("GET /portal/{portalToken}", {
  name: "portal.view",
  summary: "View a subscriber's portal",
  description: "Returns the subscriber, the seller, and the time when the link stops working.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalLink,
  output: OnePortal,
  run: async (work, { portalToken }) => {
    const { session } = await loadPortal(work, portalToken, "portal.view");
    const { id, owner, returnUrl, expiresAt, scopes } = session;
    const subscriber = shownSubscriber(session);
    return { portal: { id, seller: owner, subscriber, returnUrl, expiresAt, scopes } };
  },
});

/** The address that the user is recognized by does not change: nobody has proved that the new one is the subscriber's. */
export const changeSubscriber = pageOperation("PATCH /portal/{portalToken}/subscriber", {
  name: "portal.changeSubscriber",
  summary: "Change the subscriber's name or e-mail address",
  description:
    "Changes only the fields that you send. At checkout, the subscriber is still recognized by the address that it signed up with.",
  beforeBody: requirePortalLink,
  refusals: { ...portalLinkRefusals, subscriberNotChangeable, tooManyRequests },
  input: SubscriberChange,
  output: OneSubscriber,
  run: async (work, { portalToken, name, email }) => {
    const at = await loadPortal(work, portalToken, "portal.changeSubscriber");
    if (!isChangeable(at.session)) throw new Refusal(subscriberNotChangeable);
    const change = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
    await changeAtPortal(at, ({ tx, userId, now }) => changeUser({ tx, now }, userId, change));
    const { session } = await loadPortal(work, portalToken, "portal.changeSubscriber");
    return { subscriber: shownSubscriber(session) };
  },
});
