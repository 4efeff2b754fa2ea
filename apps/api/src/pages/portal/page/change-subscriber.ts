import { Refusal } from "../../../kit/refusal.ts";
import { changeUser } from "../../../operation/access/users/identify-user.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  OneSubscriber,
  portalLinkRefusals,
  SubscriberChange,
  subscriberNotChangeable,
} from "../../../schemas/portal.ts";
import { changeAtPortal } from "../portal-sessions/change-at-portal.ts";
import { loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";
import { isChangeable, shownSubscriber } from "./shown-subscriber.ts";

/** The address that the user is recognized by does not change: nobody has proved that the new one is the subscriber's. */
export const changeSubscriber = visit("PATCH /portal/{portalToken}/subscriber", {
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
