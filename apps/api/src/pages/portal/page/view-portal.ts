import { z } from "zod";
import type { User as UserRow } from "../../../db/generated/client.ts";
import { component, id, timeOut } from "../../../kit/answers.ts";
import { optionalMailbox, optionalName } from "../../../kit/fields.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import { changeUser } from "../../../operation/access/users/identify-user.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { PortalLink, portalLinkRefusals } from "../../../schemas/portal.ts";
import { User } from "../../../schemas/users.ts";
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
): Pick<UserRow, "id" | "name" | "email"> & { readonly isChangeable: boolean } {
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

const Subscriber = User.pick({ name: true, email: true })
  .extend({
    isChangeable: z.boolean().meta({
      description:
        "Whether name and e-mail address can be changed here: the user belongs to this seller alone and sells nothing itself",
      example: true,
    }),
  })
  .meta({ id: "PortalSubscriber", description: "A subscriber, as the portal shows it." });

const Portal = component("Portal", "A subscriber's portal.", {
  id: id().meta({ description: "Id of the portal session" }),
  seller: z
    .object({
      name: User.shape.name.meta({ description: "The seller's name; null if none was given" }),
    })
    .nullable()
    .meta({
      description: "The seller; null if the link shows the records with every seller",
    }),
  subscriber: Subscriber,
  returnUrl: z.string().nullable().meta({
    description: "Where the portal links back to; null: nowhere",
    example: "https://example.com/account",
  }),
  expiresAt: timeOut().meta({ description: "When the link stops working" }),
  scopes: z.array(z.string()).meta({
    description: "What the link may show and change",
    example: ["subscribers:read", "subscriptions:read", "invoices:read"],
  }),
});

export const viewPortal = pageOperation("GET /portal/{portalToken}", {
  name: "portal.view",
  summary: "View a subscriber's portal",
  description: "Returns the subscriber, the seller, and the time when the link stops working.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalLink,
  output: z.object({ portal: Portal }),
  run: async (work, { portalToken }) => {
    const { session } = await loadPortal(work, portalToken, "portal.view");
    const { id, owner, returnUrl, expiresAt, scopes } = session;
    const subscriber = shownSubscriber(session);
    return { portal: { id, seller: owner, subscriber, returnUrl, expiresAt, scopes } };
  },
});

const subscriberNotChangeable: RefusalTerms = {
  kind: "conflict",
  code: "subscriber_of_others",
  message: "Name and e-mail address cannot be changed here.",
  meaning:
    "The user does not belong to this seller alone, so other sellers would see the change as well; or the user is a seller, whose name subscribers see.",
  remedy:
    "If the user sells nothing, create the portal session with the platform's key. Nobody can change a seller in a portal.",
};

const SubscriberChange = PortalLink.extend({
  name: optionalName(200).meta({ description: "New name", example: "Pat Payer" }),
  email: optionalMailbox().meta({
    description:
      "New address for e-mails. The subscriber is still recognized at checkout by the address that it signed up with",
    example: "pat@example.com",
  }),
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
  output: z.object({ subscriber: Subscriber }),
  run: async (work, { portalToken, name, email }) => {
    const at = await loadPortal(work, portalToken, "portal.changeSubscriber");
    if (!isChangeable(at.session)) throw new Refusal(subscriberNotChangeable);
    const change = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
    await changeAtPortal(at, ({ tx, userId, now }) => changeUser({ tx, now }, userId, change));
    const { session } = await loadPortal(work, portalToken, "portal.changeSubscriber");
    return { subscriber: shownSubscriber(session) };
  },
});
