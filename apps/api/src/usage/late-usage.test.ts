import { expect, it } from "vitest";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story, statusesOf } from "../../test/harness/story.ts";

/* Usage that is recorded after its subscription has ended: events that were in flight. */

const service = useService();
const story = new Story(restDoor, service);
const clock = () => service().clock;

async function anEndedSubscription(atPeriodEnd: boolean) {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  clock().advance(60);
  const of = { subscriptionId: subscription.id };
  await story.done("subscriptions.cancel", atPeriodEnd ? { ...of, atPeriodEnd } : of);
  if (atPeriodEnd) clock().set(subscription.currentPeriodEnd);
  const { subscription: ended } = await story.done("subscriptions.get", of);
  return { subscription, endedAt: Date.parse(ended.endedAt) };
}

it.each([false, true])(
  "usage that occurred before the end is accepted for an hour, and no other (at the period's end: %s)",
  async (atPeriodEnd) => {
    const { subscription, endedAt } = await anEndedSubscription(atPeriodEnd);
    const at = (ms: number) => new Date(endedAt + ms).toISOString();
    const record = async (occurredAt?: string, charge: object = {}) =>
      (
        await story.call(
          "usageEvents.create",
          story.usageOf(subscription, { occurredAt, ...charge }),
        )
      ).status;
    const { serviceId, userId } = subscription;
    const charged = async () => {
      if (onCitus) return {};
      const { balance } = await story.done("balances.create", { serviceId, userId });
      await story.aGrant(balance.id, "5");
      return { balanceId: balance.id, charge: "1" };
    };

    clock().advance(3_590);
    const charge = await charged();
    expect([await record(at(-1)), await record(at(-1), charge)]).toEqual([201, 201]);
    expect([await record(at(0)), await record(), await record(at(0), charge)]).toEqual([
      409, 409, 409,
    ]);
    const batch = [at(-1), at(0), undefined].map((occurredAt) =>
      story.usageOf(subscription, { occurredAt }),
    );
    const { results } = await story.done("usageEvents.batch", { usageEvents: batch });
    expect(statusesOf(results)).toEqual([201, 409, 409]);

    const again = story.usageOf(subscription, { occurredAt: at(-2) });
    await story.done("usageEvents.create", again);
    expect(await story.refusal("usageEvents.create", again)).toBe(
      "409 A database record with these unique fields already exists.",
    );

    clock().advance(11);
    expect([await record(at(-1)), await record(at(-1), charge)]).toEqual([409, 409]);
  },
);
