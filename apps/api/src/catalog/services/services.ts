import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Service, TestClock } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { ReadyJson } from "../../kit/json-answer.ts";
import { usualLimit } from "../../kit/lists.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { getUser, identifyUser } from "../../operation/access/users/identify-user.ts";
import { read, write } from "../../operation/define.ts";
import type { Owned } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { readBranding } from "../../schemas/branding.ts";
import {
  NewService,
  OneService,
  ownerRequired,
  referencedServiceNotFound,
  ServiceChange,
  ServiceId,
  ServicePage,
  ServiceQuery,
  type ShownService,
  serviceNotFound,
} from "../../schemas/services.ts";
import {
  referencedTestClockNotFound,
  testClocksNotOnThisChain,
} from "../../schemas/test-clocks.ts";
import { userNotFound } from "../../schemas/users.ts";
import { findTestClock, putOnTestClock } from "../test-clocks/store.ts";
import { requireTestChain } from "../test-clocks/test-clocks.ts";
import {
  changeService,
  findServicePage,
  findServiceRecord,
  findServices,
  findServiceTexts,
  insertService,
  lockService,
  type ServiceWithPlans,
  storedBranding,
} from "./store.ts";

interface Answered {
  readonly portal: { readonly allowsCancel: boolean };
  readonly testClockId: string | null;
}

/** A service with what subscribers may do in the portal and its test clock, as the API groups them. */
const answeredService = (service: ServiceWithPlans): ServiceWithPlans & Answered => ({
  ...service,
  portal: { allowsCancel: service.portalAllowsCancel },
  testClockId: service.onTestClock?.testClockId ?? null,
});

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
  const { db, tenant } = work;
  return orRefuse(await findTestClock(db, testClockId, tenant), referencedTestClockNotFound);
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

/** docs/specification.md, section 4, GET /services/:serviceId. Concurrent calls are read in one batch (kit/batch.ts). */
export const getService = read("GET /services/{serviceId}", {
  name: "services.get",
  summary: "Get a service",
  description: "Returns the service with its owner and all its plans.",
  refusals: { serviceNotFound },
  input: ServiceId,
  output: OneService,
  run: async ({ batch, tenant }, { serviceId }) => {
    const service = orRefuse(
      await batch.read(findServiceTexts, { id: serviceId, tenant }),
      serviceNotFound,
    );
    return new ReadyJson(`{"service":${service.text}}`);
  },
});

/**
 * The service that another record refers to, without its owner and plans.
 *
 * @throws Refusal 404 when the tenant has no such service
 */
export async function getReferencedService(
  { db, tenant }: Owned,
  serviceId: string,
): Promise<Service> {
  return orRefuse(await findServiceRecord(db, serviceId, tenant), referencedServiceNotFound);
}

/** The same, locked against changes until the transaction ends. */
export async function getLockedService(
  { tx, tenant }: Pick<Writing, "tx" | "tenant">,
  serviceId: string,
): Promise<Service> {
  await lockService(tx, serviceId);
  return getReferencedService({ db: tx, tenant }, serviceId);
}

/** docs/specification.md, section 4, GET /services. Paging is optional: by default the list is whole. */
export const listServices = read("GET /services", {
  name: "services.list",
  cost: "large",
  summary: "List services, newest first",
  description:
    "Returns all services with their owners and plans. With `limit` or `cursor` it returns one page and `nextCursor`.",
  input: ServiceQuery,
  output: ServicePage,
  run: async ({ db, tenant }, { limit, cursor }) => {
    if (limit === undefined && cursor === undefined) {
      return { services: (await findServices(db, tenant)).map(answeredService) };
    }
    const page = { limit: limit ?? usualLimit, cursor };
    const { rows, next } = await findServicePage(db, tenant, page);
    return { services: rows.map(answeredService), nextCursor: next };
  },
});

export const updateService = write("PATCH /services/{serviceId}", {
  name: "services.update",
  summary: "Change a service",
  description:
    "Changes only the fields that you send. Any status can follow any other; existing subscriptions continue in each of them. Sending the same change again is safe.",
  refusals: { serviceNotFound },
  input: ServiceChange,
  output: OneService,
  run: async ({ tx, tenant, now }, { serviceId, ...change }) => {
    const { name, description, status, payoutAddress, branding, portal } = change;
    const service = orRefuse(
      await changeService(tx, serviceId, tenant, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(status !== undefined && { status }),
        ...(payoutAddress !== undefined && { payoutAddress }),
        ...(branding !== undefined && {
          branding: storedBranding(branding),
          logoCheckedAt: null,
          logoProblem: null,
        }),
        ...(portal?.allowsCancel !== undefined && { portalAllowsCancel: portal.allowsCancel }),
        updatedAt: now,
      }),
      serviceNotFound,
    );
    return { service: answeredService(service) };
  },
});

/** A service as its pages show it. */
export function shownService({
  id,
  name,
  description,
  branding: stored,
}: Pick<Service, "id" | "name" | "description" | "branding">): z.input<typeof ShownService> {
  const branding = readBranding(stored);
  if (branding === null) return { name, description, branding };
  const { logoUrl, ...shown } = branding;
  const logoPath = logoUrl === null ? null : `/logos/${id}/${logoVersionOf(logoUrl)}`;
  return { name, description, branding: { logoPath, ...shown } };
}

/** The version of a logo in its address. It changes with the logo, so browsers can keep each address. */
export const logoVersionOf = (logoUrl: string): string =>
  createHash("sha256").update(logoUrl).digest("hex").slice(0, 16);
