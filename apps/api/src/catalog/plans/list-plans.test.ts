import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

it("lists a service's own plans newest first", async () => {
  const story = new Story(restDoor, service);
  const { id: serviceId } = await story.aService();
  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [] });
  const first = await story.aPlan(serviceId);
  const second = await story.aPlan(serviceId, { pricingType: "FIXED_RECURRING" });
  await story.aPlan((await story.aService()).id);

  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [second, first] });
});
