import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

it("lists all services newest first, with owners and plans", async () => {
  const story = new Story(restDoor, service);
  const before = (await story.done("services.list")).services;
  const first = await story.aService();
  const second = await story.aService();
  const plan = await story.aPlan(first.id);

  expect(await story.done("services.list")).toEqual({
    services: [second, { ...first, paymentPlans: [plan] }, ...before],
  });
});
