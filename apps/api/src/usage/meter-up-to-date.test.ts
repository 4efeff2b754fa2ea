import { expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);
const day = 86_400;

const daily = { billingInterval: "DAY" };

it("records a batch whose subscriptions must renew and whose invoices must expire first", async () => {
  const renewing = [await story.aSubscription(daily), await story.aSubscription(daily)];
  const lasting = await story.aSubscription();
  const invoice = await story.anInvoice({ dueAt: service().clock.in(day) });
  const { id: invoiceId, subscriptionId: id, ...of } = invoice;
  service().clock.advance(day + 1);
  const usageEvents = [
    ...renewing.map((one) => story.usageOf(one)),
    story.usageOf(lasting),
    story.usageOf({ ...of, id }, { invoiceId }),
    ...renewing.map((one) => story.usageOf(one)),
  ];

  const { results } = await story.done("usageEvents.batch", { usageEvents });

  expect(results).toMatchObject(
    usageEvents.map(({ eventKey }) => ({ status: 201, usageEvent: { eventKey } })),
  );
  for (const { id: subscriptionId, currentPeriodEnd } of renewing) {
    const { subscription } = await story.done("subscriptions.get", { subscriptionId });
    expect(subscription.currentPeriodStart).toBe(currentPeriodEnd);
  }
  expect((await story.done("invoices.get", { invoiceId })).invoice.status).toBe("EXPIRED");
});

it("fails only the events of a subscription that cannot be renewed", async () => {
  const [stuck, other] = [await story.aSubscription(daily), await story.aSubscription(daily)];
  await service().parts.db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stuck'; END $$;`);
  await service().parts.db.$executeRawUnsafe(`
    CREATE TRIGGER stuck BEFORE UPDATE ON subscriptions FOR EACH ROW WHEN (OLD.id = '${stuck.id}')
    EXECUTE FUNCTION refuse()`);
  service().clock.advance(day + 1);
  const usageEvents = [stuck, other, stuck].map((one) => story.usageOf(one));

  const { results } = await story.done("usageEvents.batch", { usageEvents });

  const failed = { status: 500, code: "internal_error" };
  expect(results).toMatchObject([failed, { status: 201 }, failed]);
});
