import type { PortalSession, User } from "../../db/generated/client.ts";

/** A subscriber as its portal shows it. */
export function shownSubscriber(
  session: Pick<PortalSession, "ownerId"> & { readonly user: User },
): Pick<User, "id" | "name" | "email"> & { readonly isChangeable: boolean } {
  const { id, name, email } = session.user;
  return { id, name, email, isChangeable: isOwnUser(session) };
}

/**
 * Whether the user belongs to the seller alone. The platform's users can subscribe to several sellers, and sell
 * themselves: none of the sellers may let them be renamed for all others.
 */
export const isOwnUser = ({
  ownerId,
  user,
}: Pick<PortalSession, "ownerId"> & { readonly user: User }): boolean =>
  ownerId === null || user.sellerId === ownerId;
