import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { inputs } from "../../../../test/access/inputs.ts";
import { type Answer, operations, restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { useService, withEmails } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";
import { takesIdempotencyKey } from "../../define.ts";
import { forgetOldAnswers } from "./once.ts";

const service = useService(withEmails);
const day = 24 * 60 * 60;

/** One write of one transaction, in which the steps of all of them look for the key, and all that commit by themselves. */
const writes = [
  "invoices.create",
  ...Object.values(operations)
    .filter((one) => one.kind === "own-transaction write" && takesIdempotencyKey(one))
    .map(({ name }) => name),
];
/** Writes whose answers have a secret, which is not stored. */
const withSecret = [
  "apiKeys.create",
  "apiKeys.rotate",
  "portalSessions.create",
  "dashboardSessions.create",
  "webhookEndpoints.create",
  "webhookEndpoints.rotateSecret",
];
/** Those whose body is one request: not the batch of usage events, each of which has the key by itself (docs/adr/0005-calls.md). */
const wholes = writes.filter((name) => name !== "usageEvents.batch");

/** Fields of those that parse their input before they look for the key, which must be valid. */
const changes: Readonly<Record<string, object>> = {
  "usageEvents.create": { quantity: "2" },
  "holds.create": { amount: "0.2" },
  "holds.commit": { amount: "0.2" },
  "holds.release": { holdId: "another" },
  "alerts.create": { levels: ["7"] },
  "limits.set": { max: "7" },
  "testClocks.advance": { to: "2027-03-01T00:00:00.000Z" },
  "creditNotes.refund": { to: "WALLET" },
  "disputes.create": { reason: "Another" },
  "disputes.accept": { amount: "0.5" },
};

describe("Idempotency-Key", () => {
  const story = new Story(restDoor, service);
  const call = (name: string, input: object, key: string, apiKey?: string) =>
    restDoor.call(service().url, name, input, apiKey, { "Idempotency-Key": key });
  const aNewService = (name: string) => ({ name, owner: { email: "once@example.com" } });
  const named = (name: string) => service().parts.db.service.count({ where: { name } });

  it("every write sent again returns the same response and does nothing, and another body is refused with 422", () =>
    forRows([...writes, ...withSecret], async (name) => {
      const input = (await inputs[name]?.(story)) ?? {};
      const key = randomUUID();

      const first = await call(name, input, key);
      const before = await everything();
      const again = await call(name, input, key);

      expect(again.status).toBe(first.status);
      expect(again.body).toEqual(withoutSecret(first.body));
      expect(again.headers.get("location")).toBe(first.headers.get("location"));
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      if (wholes.includes(name)) {
        const other = { ...input, ...(changes[name] ?? { unknown: 1 }) };
        expect(await call(name, other, key)).toMatchObject({
          status: 422,
          body: { error: "Idempotency-Key was used with another request." },
        });
      }
      expect(await everything()).toEqual(before);
    }));

  it("the same fields in another order count as the same request", async () => {
    const key = randomUUID();
    await call("services.create", { name: "A", owner: { email: "a@b.co", name: "B" } }, key);

    const again = { owner: { name: "B", email: "a@b.co" }, name: "A" };
    expect((await call("services.create", again, key)).status).toBe(201);
  });

  it("another operation under the same key is refused with 422", async () => {
    const key = randomUUID();
    const { id } = await story.aService();
    await call("services.create", aNewService("A"), key);

    const plan = { serviceId: id, name: "A", pricingType: "ONE_TIME", amount: "1" };
    expect((await call("plans.create", plan, key)).status).toBe(422);
  });

  it("of many concurrent calls with the same key one executes, and the others wait or get a conflict", async () => {
    const [key, name] = [randomUUID(), randomUUID()];

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call("services.create", aNewService(name), key)),
    );

    expect(await named(name)).toBe(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expect(answer).toMatchObject({
        status: 409,
        body: { error: "A request with this Idempotency-Key is still running." },
      });
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(answers.filter(isFresh)).toHaveLength(1);
  });

  it("a refusal is not stored, so a retry is evaluated again", async () => {
    const key = randomUUID();
    const { id } = await story.aService({ status: "DRAFT" });
    const plan = await story.aPlan(id);
    const input = { serviceId: id, paymentPlanId: plan.id };

    expect((await call("checkoutSessions.create", input, key)).status).toBe(409);
    await story.done("services.update", { serviceId: id, status: "ACTIVE" });
    const accepted = await call("checkoutSessions.create", input, key);

    expect(accepted.status).toBe(201);
    expect(isFresh(accepted)).toBe(true);
  });

  it("two sellers can use the same key for different requests", async () => {
    const key = randomUUID();
    for (const seller of [await aSeller(service), await aSeller(service)]) {
      const input = { name: "A", ownerId: seller.id };
      const answer = await call("services.create", input, key, seller.key);
      expect(answer.status).toBe(201);
      expect(isFresh(answer)).toBe(true);
    }
  });

  it("two API keys of one seller share idempotency keys", async () => {
    const seller = await aSeller(service);
    const { apiKey } = (await story.call("apiKeys.create", { name: "B" }, seller.key)).body;
    const [key, input] = [randomUUID(), { name: "A", ownerId: seller.id }];
    await call("services.create", input, key, seller.key);

    const again = await call("services.create", input, key, apiKey.secret);

    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("after 24 hours a key can be reused, even before the cleanup job ran", async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    await call("services.create", aNewService(name), key);
    service().clock.advance(day + 1);
    await call("services.create", aNewService(name), key);
    expect(await named(name)).toBe(2);

    service().clock.advance(day + 1);
    await forgetOldAnswers(service().parts);
    expect(await service().parts.db.idempotencyKey.count()).toBe(0);
  });

  it("refuses a key that is not 1 to 255 visible characters with 400", () =>
    forRows(["", " ", "a b", "é", "x".repeat(256)], async (key) => {
      const { status, body } = await call("services.create", aNewService("A"), key);

      expect({ status, body }).toEqual({
        status: 400,
        body: { error: "Idempotency-Key must be 1 to 255 visible ASCII characters." },
      });
    }));

  it("stores no secret with a response", async () => {
    const { body } = await call("apiKeys.create", { name: "A" }, randomUUID());

    const stored = JSON.stringify(await service().parts.db.idempotencyKey.findMany());
    expect(stored).not.toContain(body.apiKey.secret);
  });
});

const isFresh = ({ status, headers }: Answer) =>
  status === 201 && headers.get("idempotent-replayed") === null;

type WithUrl = { readonly url?: string };

function withoutSecret({
  portalSession,
  dashboardSession,
  ...body
}: {
  readonly portalSession?: WithUrl;
  readonly dashboardSession?: WithUrl;
}) {
  const shown = {
    ...body,
    ...(portalSession && { portalSession: withoutUrl(portalSession) }),
    ...(dashboardSession && { dashboardSession: withoutUrl(dashboardSession) }),
  };
  return JSON.parse(JSON.stringify(shown, (name, value) => (name === "secret" ? null : value)));
}

const withoutUrl = (session: WithUrl) => (session.url ? { ...session, url: null } : session);

/** How many rows there are of everything that a write makes. */
async function everything() {
  const { db } = service().parts;
  return Promise.all([
    db.service.count(),
    db.paymentPlan.count(),
    db.checkoutSession.count(),
    db.subscription.count(),
    db.usageEvent.count(),
    db.invoice.count(),
    db.settlement.count(),
    db.apiKey.count(),
    db.auditEvent.count(),
    db.webhookEvent.count(),
    db.webhookEndpoint.count(),
    db.webhookDelivery.count(),
  ]);
}
