import { referencedNotFound } from "../model-call.ts";
import { type Id, put, type Tenant, type User, type World } from "../world.ts";

/**
 * A seller sees itself, users that its keys created, and users that signed up or were billed for its services. The
 * platform sees everybody.
 */
function isKnown(world: World, tenant: Tenant, user: User): boolean {
  if (tenant === null || user.id === tenant || user.sellerId === tenant) return true;
  const records = [
    ...world.sessions.values(),
    ...world.subscriptions.values(),
    ...world.invoices.values(),
  ];
  return records.some(
    ({ userId, serviceId }) =>
      userId === user.id && world.services.get(serviceId)?.ownerId === tenant,
  );
}

/** The user of an id that a caller names. */
export function userOf(world: World, tenant: Tenant, id: Id): User {
  const user = world.users.get(id);
  if (user === undefined || !isKnown(world, tenant, user)) throw referencedNotFound();
  return user;
}

/** Finds the user of an e-mail address, ignoring case, or creates one. */
export function identify(
  world: World,
  tenant: Tenant,
  { email, name, role }: Pick<User, "email" | "name" | "role">,
  newId: () => Id,
): User {
  const namesakes = [...world.users.values()].filter(
    (user) => user.email.toLowerCase() === email.toLowerCase(),
  );
  const own = namesakes.find((user) => user.sellerId === tenant);
  if (own !== undefined) return own;
  const platforms = namesakes.find((user) => user.sellerId === null);
  if (platforms !== undefined && isKnown(world, tenant, platforms)) return platforms;
  const user = { id: newId(), email, name, role, sellerId: tenant };
  put(world.users, user);
  return user;
}
