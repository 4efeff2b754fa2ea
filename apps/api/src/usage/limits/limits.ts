import { z } from "zod";
import { getReferencedService } from "../../catalog/services/services.ts";
import { type InTransaction, inSnapshot, type Queryable } from "../../db/client.ts";
import type {
  Service,
  Subscription,
  UsageLimit as UsageLimitRow,
} from "../../db/generated/client.ts";
import { unknownTimeZone, utc } from "../../kit/date-time.ts";
import { filterId, omittable, request, requiredId } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { compareTexts } from "../../kit/in-order.ts";
import { ReadyJson } from "../../kit/json-answer.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { missingParameter, orRefuse, Refusal } from "../../kit/refusal.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { read, write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  LimitName,
  LimitUsage,
  limitNotFound,
  limitOfAnotherService,
  limitOfSeveralSellers,
  maxLimits,
  NewLimit,
  periodOfService,
  strayWindowField,
  subject,
  subjectScopeNeeded,
  subscriptionScopeNeeded,
  tooManyLimits,
  UsageLimit,
  usageUnderWay,
} from "../../schemas/limits.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { subscriptionNotFound } from "../../schemas/subscriptions.ts";
import { loadSubscription, loadSubscriptionTo } from "../../subscriptions/load-subscription.ts";
import { LimitBook } from "./limit-book.ts";
import { type LimitState, shownLimit, shownState } from "./limit-counter.ts";
import {
  beginToLimit,
  checkTimeZone,
  countLimits,
  deleteLimit,
  findLimitPage,
  findLimitsNamed,
  forgetCounters,
  forgetReached,
  insertLimit,
  lockLimits,
  updateLimit,
} from "./store.ts";

const OneLimit = z.object({ limit: UsageLimit });

const usualLevels = ["80", "100"];

export const setLimit = write("PUT /limits/{name}", {
  name: "limits.set",
  cost: "write",
  summary: "Set a limit",
  description:
    "Limits the usage of a service. The commit that records a usage event decides: of concurrent events exactly those are admitted that fit, one by one in the order in which they arrive. An event that would pass a `REJECT` limit is refused with 402, and nothing is recorded or charged; of several limits, the one with the least left is named. What was recorded before counts too. The call sets all fields: those that you omit get their default. It waits for usage that is being recorded.",
  refusals: {
    referencedServiceNotFound,
    subscriptionNotFound,
    secondsMissing: missingParameter("seconds"),
    subjectScopeNeeded,
    subscriptionScopeNeeded,
    periodOfService,
    strayWindowField: strayWindowField("seconds"),
    unknownTimeZone,
    limitOfAnotherService,
    tooManyLimits,
    usageUnderWay,
  },
  transaction: "own", // the service is marked in a commit before the one that sets the limit
  input: NewLimit,
  output: OneLimit,
  run: async (work, input) => {
    checkLimit(input);
    const service = await getReferencedService(work, input.serviceId);
    const { subscriptionId } = input;
    if (subscriptionId !== undefined) await loadSubscriptionTo(work, service.id, subscriptionId);
    if (input.timeZone !== undefined) await checkTimeZone(work.db, input.timeZone);
    await beginToLimit(work.db, service.id);
    const answer = await work.commit(async (writing) =>
      OneLimit.parse(await putLimit(writing, service, input)),
    );
    return new ReadyJson(JSON.stringify(answer));
  },
});

async function putLimit(
  { tx, now }: InTransaction,
  { id: serviceId, ownerId }: Service,
  { name, levels = usualLevels, max, action, ...input }: z.output<typeof NewLimit>,
) {
  await lockLimits(tx, serviceId);
  const counts = {
    scope: input.scope,
    subscriptionId: input.subscriptionId ?? null,
    subject: input.subject ?? null,
    keyPrefix: input.keyPrefix ?? null,
    measure: input.measure,
    window: input.window,
    timeZone: input.timeZone ?? (input.window === "day" ? utc : null),
    seconds: input.seconds ?? null,
  };
  const terms = { ...counts, max, action, levels, updatedAt: now };
  const [before] = await findLimitsNamed(tx, ownerId, name);
  if (before !== undefined && before.serviceId !== serviceId) {
    throw new Refusal(limitOfAnotherService);
  }
  const isSameGroup =
    before?.subscriptionId === counts.subscriptionId && before.subject === counts.subject;
  if (!isSameGroup && (await countLimits(tx, { ...counts, serviceId })) >= maxLimits) {
    throw new Refusal(tooManyLimits);
  }
  if (before === undefined) {
    const own = { id: newId(), serviceId, ownerId, name, createdAt: now };
    const limit = orRefuse(await insertLimit(tx, { ...own, ...terms }), limitOfAnotherService);
    return { limit: shownLimit(limit) };
  }
  const isCountedSo = Object.entries(counts).every(
    ([field, value]) => before[field as keyof typeof counts] === value,
  );
  if (!isCountedSo) await forgetCounters(tx, before.id);
  else if (!max.eq(before.max.toFixed())) await forgetReached(tx, before.id);
  return { limit: shownLimit(await updateLimit(tx, before.id, terms)) };
}

/** @throws Refusal 400 when fields contradict each other */
function checkLimit(
  input: Pick<
    z.output<typeof NewLimit>,
    "scope" | "subject" | "subscriptionId" | "window" | "timeZone" | "seconds"
  >,
): void {
  const { scope, window, timeZone, seconds } = input;
  if (input.subscriptionId !== undefined && scope === "service") {
    throw new Refusal(subscriptionScopeNeeded);
  }
  if (input.subject !== undefined && scope !== "subject") throw new Refusal(subjectScopeNeeded);
  if (window === "period" && scope === "service") throw new Refusal(periodOfService);
  if (timeZone !== undefined && window !== "day") throw new Refusal(strayWindowField("timeZone"));
  if (seconds !== undefined && window !== "rolling") throw new Refusal(strayWindowField("seconds"));
  if (seconds === undefined && window === "rolling") throw new Refusal(missingParameter("seconds"));
}

interface Named {
  readonly db: Queryable;
  readonly tenant: Tenant;
}

/** @throws Refusal 404 when the tenant has no limit of this name */
async function loadLimit({ db, tenant }: Named, name: string): Promise<UsageLimitRow> {
  const [limit, another] = await findLimitsNamed(db, tenant, name);
  if (limit === undefined) throw new Refusal(limitNotFound);
  if (another !== undefined) throw new Refusal(limitOfSeveralSellers);
  return limit;
}

export const getLimit = read("GET /limits/{name}", {
  name: "limits.get",
  summary: "Get a limit",
  description: "Returns the limit. What is used of it is in `GET /subscriptions/{id}/limits`.",
  refusals: { limitNotFound, limitOfSeveralSellers },
  input: LimitName,
  output: OneLimit,
  run: async (work, { name }) => ({ limit: shownLimit(await loadLimit(work, name)) }),
});

export const removeLimit = write("DELETE /limits/{name}", {
  name: "limits.remove",
  summary: "Remove a limit",
  description: "Returns the limit that was removed. Usage events are not changed.",
  refusals: { limitNotFound, limitOfSeveralSellers },
  input: LimitName,
  output: OneLimit,
  run: async (work, { name }) => {
    const { tx } = work;
    const limit = await loadLimit(work, name);
    await lockLimits(tx, limit.serviceId);
    if (!(await deleteLimit(tx, limit.id))) throw new Refusal(limitNotFound);
    return { limit: shownLimit(limit) };
  },
});

export const listLimits = read("GET /limits", {
  name: "limits.list",
  summary: "List limits, newest first",
  description:
    "Returns one page. What is used of limits, and the stops that subscribers have set in the portal, are in `GET /subscriptions/{id}/limits`.",
  input: request({ serviceId: filterId(), ...page("limits") }).prefault({}),
  output: pageOf("limits", UsageLimit, "limits"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findLimitPage(db, tenant, query);
    return { limits: rows.map(shownLimit), nextCursor: next };
  },
});

export const listLimitUsage = read("GET /subscriptions/{subscriptionId}/limits", {
  name: "limits.usage",
  cost: "large",
  summary: "Show how much of the limits is used",
  description:
    "Returns every limit that applies to usage of the subscription now, with what is used and what is left. Limits of the scope `subject` are shown if you name one.",
  refusals: { subscriptionNotFound },
  input: request({
    subscriptionId: requiredId(),
    subject: omittable(subject()).meta({
      description: "The subject whose usage is asked for. Default: usage without a subject",
      example: "agent-7",
    }),
  }),
  output: z.object({
    limits: z.array(LimitUsage).meta({ description: "In the order of their names" }),
  }),
  run: async (work, { subscriptionId, subject = "" }) => {
    const subscription = await loadSubscription(work, subscriptionId);
    return { limits: await readLimitUsage(work, subscription, subject) };
  },
});

/**
 * How much is used now of the limits that apply to a subscription's usage, in the order of the limits' names.
 *
 * @param subject empty: usage without a subject
 */
export async function readLimitUsage(
  parts: Pick<Parts, "db" | "times">,
  subscription: Pick<Subscription, "id" | "serviceId">,
  subject = "",
) {
  const states = await readCounters(parts, subscription, subject);
  return states
    .filter(({ group: { limit } }) => limit.setBy !== "ALERT")
    .map(shownState)
    .toSorted((one, other) => compareTexts(one.limit.name, other.limit.name));
}

/** The same for the limits of alerts too, in no order. */
export async function readCounters(
  { db, times }: Pick<Parts, "db" | "times">,
  { id: subscriptionId, serviceId }: Pick<Subscription, "id" | "serviceId">,
  subject = "",
): Promise<LimitState[]> {
  const now = await times.of(db, serviceId);
  const usage = { serviceId, subscriptionId, subject, occurredAt: now };
  return inSnapshot(db, async (tx) => {
    const book = await LimitBook.open({ tx, now }, [usage]);
    return book.statesOf(usage);
  });
}
