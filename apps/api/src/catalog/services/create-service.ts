import type { z } from "zod";
import type { TestClock } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { getUser, identifyUser } from "../../operation/access/users/identify-user.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { NewService, OneService, ownerRequired } from "../../schemas/services.ts";
import {
  referencedTestClockNotFound,
  testClocksNotOnThisChain,
} from "../../schemas/test-clocks.ts";
import { userNotFound } from "../../schemas/users.ts";
import { requireTestChain } from "../test-clocks/create-test-clock.ts";
import { getReferencedTestClock } from "../test-clocks/get-test-clock.ts";
import { putOnTestClock } from "../test-clocks/store.ts";
import { answeredService } from "./answered-service.ts";
import { insertService, storedBranding } from "./store.ts";

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
    referencedTestClockNotFound,
    testClocksNotOnThisChain: testClocksNotOnThisChain(8453),
  },
  input: NewService,
  output: OneService,
  run: async (work, input) => {
    const { tx } = work;
    const testClock = await testClockOf(work, input);
    const now = testClock?.now ?? work.now;
    const id = newId();
    const service = await insertService(tx, {
      id,
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
    if (testClock === null) return { service: answeredService(service) };
    await putOnTestClock(tx, id, testClock.id);
    return { service: { ...answeredService(service), testClockId: testClock.id } };
  },
});

/** The test clock whose time the service is to have; null: the real time. */
async function testClockOf(
  work: Pick<Writing, "db" | "tenant" | "times" | "chain">,
  { testClockId }: z.output<typeof NewService>,
): Promise<TestClock | null> {
  if (testClockId === undefined) return null;
  requireTestChain(work);
  return getReferencedTestClock(work, testClockId);
}

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
