import type { z } from "zod";
import { getUser, identifyUser } from "../../access/users/identify-user.ts";
import type { NewService } from "../../contract/services.ts";
import { ownerRequired } from "../../contract/services.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { insertService, type ServiceWithPlans } from "./store.ts";

/**
 * Specification, section 4, POST /services: the owner is an existing user or found by e-mail. A
 * seller's key names the seller itself: to it there is no other.
 */
export function createService(
  { db, tenant, clock }: Parts,
  input: z.output<typeof NewService>,
): Promise<ServiceWithPlans> {
  const now = clock.now();
  return inTransaction(db, async (tx) =>
    insertService(tx, {
      id: newId(),
      name: input.name,
      description: input.description ?? null,
      status: input.status ?? "DRAFT",
      payoutAddress: input.payoutAddress ?? null,
      ownerId: await ownerOf(tx, input, tenant, now),
      createdAt: now,
      updatedAt: now,
    }),
  );
}

async function ownerOf(
  tx: Queryable,
  { ownerId, owner }: z.output<typeof NewService>,
  tenant: Tenant,
  now: Date,
): Promise<string> {
  if (tenant !== null) return checkIsSeller(tx, tenant, ownerId ?? owner?.email);
  if (ownerId !== undefined) return (await getUser(tx, ownerId, tenant)).id;
  if (owner?.email === undefined) throw new Refusal(ownerRequired);
  const { email, name, role } = owner;
  return (await identifyUser(tx, { email, name, role: role ?? "DEVELOPER" }, tenant, now)).id;
}

/** @param named an id or an e-mail */
async function checkIsSeller(
  tx: Queryable,
  sellerId: string,
  named: string | undefined,
): Promise<string> {
  if (named === undefined) throw new Refusal(ownerRequired);
  const { id, emailKey } = await getUser(tx, sellerId, everyone);
  if (named !== id && named.toLowerCase() !== emailKey) throw new Refusal(referencedRecordNotFound);
  return id;
}
