import { expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import {
  endWithPeriod,
  rollPeriod,
  scheduleCancellation,
  unscheduleCancellation,
} from "./store.ts";

/* The compare-and-sets, by what another has changed since the subscription was read. */

const service = useService();
const story = new Story(restDoor, service);

async function aSubscription() {
  const { db, clock } = service().parts;
  const { id, currentPeriodEnd } = await story.aSubscription({ billingInterval: "DAY" });
  const end = new Date(currentPeriodEnd);
  const next = new Date(end.getTime() + 86_400_000);
  const read = () => db.subscription.findUniqueOrThrow({ where: { id } });
  return { db, id, end, next, now: clock.now(), read };
}

it("a subscription whose cancellation was scheduled is not renewed", async () => {
  const { db, id, end, next, now, read } = await aSubscription();
  await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now);

  expect(await rollPeriod(db, id, end, next, now)).toBe(false);
  expect(await read()).toMatchObject({ status: "ACTIVE", currentPeriodEnd: end, cancelAt: end });
});

it("a subscription whose cancellation was taken back does not end", async () => {
  const { db, id, end, now, read } = await aSubscription();
  await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now);
  await unscheduleCancellation(db, id, "seller", now);

  expect(await endWithPeriod(db, id, end, now)).toBe(false);
  expect(await read()).toMatchObject({ status: "ACTIVE", cancelAt: null });
});

it("a cancellation is not scheduled for a period that is over", async () => {
  const { db, id, end, next, now, read } = await aSubscription();
  await rollPeriod(db, id, end, next, now);

  expect(await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now)).toBe(false);
  expect(await read()).toMatchObject({ currentPeriodEnd: next, cancelAt: null });
});

it("a subscription that has ended is neither scheduled to end nor kept", async () => {
  const { db, id, end, now, read } = await aSubscription();
  await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now);
  await endWithPeriod(db, id, end, now);

  expect(await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now)).toBe(false);
  expect(await unscheduleCancellation(db, id, "seller", now)).toBe(false);
  expect(await read()).toMatchObject({ status: "CANCELLED", cancelAt: end });
});

it("a cancellation that the seller has scheduled is not the subscriber's", async () => {
  const { db, id, end, now, read } = await aSubscription();
  await scheduleCancellation(db, id, { periodEnd: end, by: "seller" }, now);

  expect(await scheduleCancellation(db, id, { periodEnd: end, by: "subscriber" }, now)).toBe(false);
  expect(await unscheduleCancellation(db, id, "subscriber", now)).toBe(false);
  expect(await read()).toMatchObject({ cancelAt: end, cancelledBySubscriber: false });
});
