import { createPublicKey, verify } from "node:crypto";
import { usageChangeHash, usageChangesHash, usageRootText, verifyUsageRoots } from "@usance/proofs";
import { expect, it } from "vitest";
import { onCitus, sql } from "../../../test/harness/database.ts";
import { aClient, insertEvent } from "../../../test/harness/direct-events.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { makeAllRoots } from "../../../test/harness/make-roots.ts";
import { restartUsage } from "../../../test/harness/restart-usage.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { makeRoots } from "./make-roots.ts";

const service = useService();
const story = new Story(restDoor, service);
const db = () => service().parts.db;

const at = "2026-01-10T10:10:00.000Z";
const hourMs = 3_600_000;

/** What makes roots, with a clock that is ahead of the service's. */
function inHours(hours: number) {
  const { clock } = service();
  const now = () => new Date(clock.now().getTime() + hours * hourMs);
  return { db: db(), clock: { ...clock, now } };
}

/** All roots, oldest first, and the changes that they contain, read in pages of two. */
async function logOf(subscriptionId: string) {
  const roots = [];
  const changes = [];
  let cursor: string | undefined;
  do {
    const page = await story.done("usageRoots.list", { subscriptionId, limit: "2", cursor });
    roots.unshift(...page.usageRoots.toReversed());
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  do {
    const page = await story.done("usageRoots.changes", { subscriptionId, limit: "2", cursor });
    changes.push(...page.usageChanges);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { roots, changes };
}

/** What each root contains, after a check that roots and changes fit together. */
async function keysByRoot(subscriptionId: string) {
  const { roots, changes } = await logOf(subscriptionId);
  const findings = await verifyUsageRoots({ subscriptionId, kept: null }, roots, changes);
  expect(findings.filter(({ outcome }) => outcome !== "good")).toEqual([]);
  return roots.map(({ number }) =>
    changes
      .filter(({ root }) => root === number)
      .map(({ eventKey, quantity }) => (quantity === null ? `-${eventKey}` : eventKey)),
  );
}

it.skipIf(onCitus)(
  "each hour, roots of all subscriptions have what was recorded and voided since, whatever the keys contain",
  async () => {
    const [one, other, idle] = await Promise.all([1, 2, 3].map(() => story.aSubscription()));
    if (one === undefined || other === undefined || idle === undefined) throw new Error("three");
    const keys = ['a"\\/é', "\u{1f600}", "\uff5e", "b", "ba", "requests:1 2"];
    for (const eventKey of keys) {
      await story.aUsageEvent(one, { eventKey, quantity: "0.5", occurredAt: at });
    }
    const doubled = await story.aUsageEvent(one, { eventKey: "twice", quantity: "12345" });
    await story.aUsageEvent(other, { eventKey: "b", quantity: "1" });
    await makeAllRoots(service());
    await makeAllRoots(service()); // nothing is new
    await story.done("usageEvents.void", { usageEventId: doubled.id, reason: "Counted twice" });
    await makeAllRoots(service());
    const both = await story.aUsageEvent(one, { eventKey: "both", quantity: "1" });
    await story.done("usageEvents.void", { usageEventId: both.id, reason: "Counted twice" });
    await story.aUsageEvent(one, { eventKey: "later", quantity: "2", occurredAt: at });
    await makeAllRoots(service());

    const ofOne = await keysByRoot(one.id);
    expect(ofOne.map((keys) => keys.length)).toEqual([7, 1, 3]);
    expect(ofOne[0]?.toSorted()).toEqual([...keys, "twice"].toSorted());
    expect(ofOne.slice(1)).toEqual([["-twice"], ["both", "later", "-both"]]);
    expect(await keysByRoot(other.id)).toEqual([["b"]]);
    expect(await keysByRoot(idle.id)).toEqual([]);
  },
);

it.skipIf(onCitus)("a root is signed by a key that the service publishes", async () => {
  const subscription = await story.aSubscription();
  await story.aUsageEvent(subscription);
  await makeAllRoots(service());

  const { roots } = await logOf(subscription.id);
  const [root] = roots;
  if (root === undefined) throw new Error("There is a root.");
  const [header = "", payload = "", signature = ""] = root.signature.split(".");
  const published = await fetch(`${service().url}/.well-known/jwks.json`);
  const { keys } = JSON.parse(await published.text());
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const jwk = keys.find((key: { kid: string }) => key.kid === kid);
  const isSigned = (of: string) =>
    verify(
      null,
      Buffer.from(of),
      createPublicKey({ key: jwk, format: "jwk" }),
      Buffer.from(signature, "base64url"),
    );

  expect(Buffer.from(payload, "base64url").toString()).toBe(usageRootText(root));
  expect(isSigned(`${header}.${payload}`)).toBe(true);
  expect(isSigned(`${header}.${payload}A`)).toBe(false);
});

it.skipIf(onCitus)(
  "a bill of usage names the newest root, and gets the next one before the hour",
  async () => {
    await makeAllRoots(service());
    const [billed, other] = [await story.aSubscription(), await story.aSubscription()];
    await story.aUsageEvent(billed, { eventKey: "before", occurredAt: at });
    await story.aUsageEvent(other, { eventKey: "other" });
    const bill = () => {
      const { serviceId, paymentPlanId, userId, id: subscriptionId } = billed;
      const usage = { from: "2026-01-01T00:00:00.000Z" };
      const invoice = { serviceId, paymentPlanId, userId, subscriptionId, amount: "1", usage };
      return story.done("invoices.create", invoice);
    };
    const { invoice: first } = await bill();
    await untilDone();
    await story.aUsageEvent(billed, { eventKey: "between" });
    const { invoice: second } = await bill();
    await untilDone();
    await story.aUsageEvent(billed, { eventKey: "after" });
    const early = [await keysByRoot(billed.id), await keysByRoot(other.id)];
    await makeAllRoots(service());

    expect(early).toEqual([[["before"], ["between"]], []]);
    expect(await keysByRoot(billed.id)).toEqual([["before"], ["between"], ["after"]]);
    expect(await keysByRoot(other.id)).toEqual([["other"]]);
    const named = async ({ id: invoiceId }: { readonly id: string }) =>
      (await story.done("invoices.proof", { invoiceId })).proof.bill.usageRoot;
    const [root] = (await logOf(billed.id)).roots;
    expect([await named(first), await named(second)]).toEqual([
      null,
      { number: 1, root: root?.root },
    ]);
  },
);

/** Makes the requested roots. */
const untilDone = () =>
  until(async () => {
    await makeRoots(service().parts);
    return (await db().usageRootRequest.count()) === 0;
  });

it.skipIf(onCitus)(
  "a root has nothing of a transaction that an earlier one may still follow, and the next has it",
  async () => {
    const subscription = await story.aSubscription();
    const early = await aClient(service());
    await early.query("BEGIN");
    await early.query(insertEvent, [subscription.id, "early", "1", at, at]);
    await story.aUsageEvent(subscription, { eventKey: "late" });
    await sql(service().databaseUrl, "UPDATE usage_roots_progress SET made_at = '-infinity'");
    await makeRoots(service().parts);
    const meanwhile = await keysByRoot(subscription.id);
    await early.query("COMMIT");
    await makeAllRoots(service());

    expect(meanwhile).toEqual([]);
    expect(await keysByRoot(subscription.id)).toEqual([["early", "late"]]);
  },
);

it.skipIf(onCitus)(
  "much usage is read in several runs, and requests do not end early",
  async () => {
    await makeAllRoots(service());
    const subscription = await story.aSubscription();
    for (const eventKey of ["a", "b", "c", "d", "e"]) {
      await story.aUsageEvent(subscription, { eventKey });
    }
    await db().usageRootRequest.create({
      data: { invoiceId: "invoice", subscriptionId: subscription.id },
    });
    const results: string[] = [];
    await until(async () => {
      results.push(await makeRoots(service().parts, 2));
      return (await db().usageRootRequest.count()) === 0;
    });

    expect(results.filter((one) => one === "more").length).toBeGreaterThan(1);
    expect(await keysByRoot(subscription.id)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  },
);

it.skipIf(onCitus)(
  "one process makes roots at a time, once an hour, and on its own server",
  async () => {
    const subscription = await story.aSubscription();
    await makeAllRoots(service());
    const inAnHour = inHours(1);
    await story.aUsageEvent(subscription);
    const other = await aClient(service());
    await other.query("BEGIN");
    await other.query("SELECT FROM usage_roots_progress FOR UPDATE");
    await makeRoots(inAnHour);
    const locked = await keysByRoot(subscription.id);
    await other.query("ROLLBACK");
    await makeRoots(service().parts);
    const early = await keysByRoot(subscription.id);
    const server = (name: string) =>
      sql(service().databaseUrl, `UPDATE usage_roots_progress SET server = ${name}`);
    await server("'another'");
    await makeRoots(inAnHour);
    const elsewhere = await keysByRoot(subscription.id);
    await server("(SELECT system_identifier::text FROM pg_control_system())");

    expect([locked, early, elsewhere]).toEqual([[], [], []]);
  },
);

it.skipIf(onCitus)(
  "a clock that was ahead stops no roots, and no root is older than the one before",
  async () => {
    const subscription = await story.aSubscription();
    for (const [place, hours] of [2, 1_000, 3].entries()) {
      await story.aUsageEvent(subscription);
      let tries = 0;
      await until(async () => {
        await makeRoots(inHours(hours + tries));
        tries += 1; // a transaction in another database may delay the event by an hour
        return (await logOf(subscription.id)).roots.length > place;
      });
    }

    const { roots } = await logOf(subscription.id);
    const times = roots.map(({ createdAt }) => createdAt);
    expect(times).toHaveLength(3);
    expect(times).toEqual(times.toSorted());
  },
);

it.skipIf(onCitus)(
  "on another server, roots go on, and earlier changes cannot be listed",
  async () => {
    const subscription = await story.aSubscription();
    const { id: subscriptionId } = subscription;
    await story.aUsageEvent(subscription, { eventKey: "before" });
    await makeAllRoots(service());
    const unrooted = await story.aUsageEvent(subscription, { eventKey: "without a root" });
    await story.done("usageEvents.void", { usageEventId: unrooted.id, reason: "Counted twice" });
    await restartUsage(service());
    await story.aUsageEvent(subscription, { eventKey: "after" });
    await makeAllRoots(service());

    const { usageRoots } = await story.done("usageRoots.list", { subscriptionId });
    expect(usageRoots[0].rootBefore).toBe(usageRoots[1].root);
    expect(await story.refusal("usageRoots.changes", { subscriptionId })).toBe(
      "409 The changes of roots from before the database was restored cannot be listed.",
    );
    const { usageChanges } = await story.done("usageRoots.changes", { subscriptionId, after: "1" });
    expect(usageChanges).toMatchObject([
      { eventKey: "without a root", quantity: "1.000000" },
      { eventKey: "after" },
      { eventKey: "without a root", quantity: null },
    ]);
    expect(usageChangesHash(usageChanges.map(usageChangeHash))).toBe(usageRoots[0].changesHash);
  },
);
