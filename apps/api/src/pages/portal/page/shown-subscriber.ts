import type { User } from "../../../db/generated/client.ts";
import { type AtPortal, mayAtPortal } from "../portal-sessions/load-portal.ts";

type Session = Pick<AtPortal["session"], "ownerId" | "user" | "scopes">;

/** A subscriber as its portal shows it. */
export function shownSubscriber(
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
export function isChangeable({ ownerId, user }: Pick<Session, "ownerId" | "user">): boolean {
  const sells = user.services.length > 0 || user.apiKeys.length > 0;
  return !sells && (ownerId === null || user.sellerId === ownerId);
}
