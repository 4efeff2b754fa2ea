import { describe, expect, it } from "vitest";
import { doors } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { merchantAddress, Story } from "../../../test/harness/story.ts";

const service = useService();

/* A change is answered with objects that the schema has converted; a GET's text comes from Postgres. */

describe.each(doors)("the text of a service through $name", (door) => {
  const story = new Story(door, service);

  it.each([
    ["nothing but its name", {}],
    [
      "every field",
      {
        description: 'Forecasts "by the \\ hour" \u2028 \u{1f600}',
        payoutAddress: merchantAddress,
        branding: { color: "#3355ff", supportUrl: "https://example.com/help?a=1&b=2" },
        portal: { allowsCancel: false },
      },
    ],
  ])("is what its schema makes of a service with %s", async (_, fields) => {
    const { id: serviceId } = await story.aService();
    await story.aPlan(serviceId);
    await story.aPlan(serviceId, { billingInterval: "MONTH", unit: "request" });

    const changed = await story.done("services.update", { serviceId, ...fields });

    const read = await story.done("services.get", { serviceId });
    expect(JSON.stringify(read)).toBe(JSON.stringify(changed));
    expect(read.service.paymentPlans).toHaveLength(2);
  });
});
