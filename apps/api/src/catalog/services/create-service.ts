import type { z } from "zod";
import { getUser, identifyUser } from "../../access/users/identify-user.ts";
import { NewService, OneService, ownerRequired } from "../../contract/services.ts";
import { userNotFound } from "../../contract/users.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { insertService, storedBranding } from "./store.ts";
import { withPortal } from "./with-portal.ts";

/** docs/specification.md, section 4, POST /services. */
export const createService = write("POST /services", {
  name: "services.create",
  summary: "Create a service",
  description:
    "A service is what you sell. Subscribers can sign up once it is `ACTIVE` and has a plan. If no user has the e-mail address in `owner`, one is created. A seller's own key can only create services of that seller.",
  status: 201,
  refusals: {
    ownerRequired,
    ownerNotFound: userNotFound("ownerId"),
    ownerNotSeller: userNotFound("owner.email"),
  },
  input: NewService,
  output: OneService,
  run: async (work, input) => {
    const { tx, now } = work;
    const service = await insertService(tx, {
      id: newId(),
      name: input.name,
      description: input.description ?? null,
      status: input.status ?? "DRAFT",
      payoutAddress: input.payoutAddress ?? null,
      branding: storedBranding(input.branding),
      portalAllowsCancel: input.portal?.allowsCancel ?? true,
      ownerId: await ownerOf(work, input),
      createdAt: now,
      updatedAt: now,
    });
    return { service: withPortal(service) };
  },
});

/** The owner is an existing user, or found or created by e-mail. A seller's key can name only the seller itself. */
async function ownerOf(
  { tx, tenant, now }: Pick<Writing, "tx" | "tenant" | "now">,
  { ownerId, owner }: z.output<typeof NewService>,
): Promise<string> {
  if (tenant !== null) {
    const param = ownerId === undefined ? "owner.email" : "ownerId";
    return checkIsSeller({ db: tx }, tenant, { named: ownerId ?? owner?.email, param });
  }
  if (ownerId !== undefined) return (await getUser({ db: tx, tenant }, ownerId, "ownerId")).id;
  if (owner?.email === undefined) throw new Refusal(ownerRequired);
  const { email, name, role = "DEVELOPER" } = owner;
  return (await identifyUser({ tx, tenant, now }, { email, name, role })).id;
}

/** @param owner.named an id or an e-mail address, in the field `param` */
async function checkIsSeller(
  { db }: Pick<Writing, "db">,
  sellerId: string,
  { named, param }: { named: string | undefined; param: "ownerId" | "owner.email" },
): Promise<string> {
  if (named === undefined) throw new Refusal(ownerRequired);
  const { id, emailKey } = await getUser({ db, tenant: everyone }, sellerId, param);
  if (named !== id && named.toLowerCase() !== emailKey) throw new Refusal(userNotFound(param));
  return id;
}
