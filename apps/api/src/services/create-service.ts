import type { z } from "zod";
import { inTransaction, type Queryable } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { newId } from "../shared/ids.ts";
import { Refusal } from "../shared/refusal.ts";
import { getUser, identifyUser } from "../users/identify-user.ts";
import { ownerRequired } from "./errors.ts";
import type { NewService } from "./schema.ts";
import { insertService, type ServiceWithPlans } from "./store.ts";

/** Specification, section 4, POST /services: the owner is an existing user or found by e-mail. */
export function createService(
  { db, clock }: Parts,
  input: z.output<typeof NewService>,
): Promise<ServiceWithPlans> {
  const now = clock.now();
  return inTransaction(db, async (tx) =>
    insertService(tx, {
      id: newId(),
      name: input.name,
      description: input.description ?? null,
      status: input.status ?? "DRAFT",
      ownerId: await ownerOf(tx, input, now),
      createdAt: now,
      updatedAt: now,
    }),
  );
}

async function ownerOf(
  tx: Queryable,
  { ownerId, owner }: z.output<typeof NewService>,
  now: Date,
): Promise<string> {
  if (ownerId !== undefined) return (await getUser(tx, ownerId)).id;
  if (owner?.email === undefined) throw new Refusal(ownerRequired);
  const { email, name, role } = owner;
  return (await identifyUser(tx, { email, name, role: role ?? "DEVELOPER" }, now)).id;
}
