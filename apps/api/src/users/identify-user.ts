import type { Queryable } from "../db/client.ts";
import type { User } from "../db/generated/client.ts";
import { Refusal, referencedRecordNotFound } from "../shared/refusal.ts";
import { findOrCreateUser, findUser, type NewUser } from "./store.ts";

/** The user of an id that a caller named; refused with 404 when there is none. */
export async function getUser(db: Queryable, id: string): Promise<User> {
  const user = await findUser(db, id);
  if (user === null) throw new Refusal(referencedRecordNotFound);
  return user;
}

/** The user of an e-mail: an existing one unchanged, else a new one. */
export function identifyUser(db: Queryable, user: NewUser, now: Date): Promise<User> {
  return findOrCreateUser(db, user, now);
}
