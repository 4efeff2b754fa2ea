import { expect, it } from "vitest";
import { doors } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

it.each(doors)("lists a service's own plans newest first through $name", async (door) => {
  const story = new Story(door, service);
  const { id: serviceId } = await story.aService();
  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [] });
  const first = await story.aPlan(serviceId);
  const second = await story.aPlan(serviceId, { pricingType: "FIXED_RECURRING" });
  await story.aPlan((await story.aService()).id);

  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [second, first] });
});
