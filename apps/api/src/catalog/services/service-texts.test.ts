import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { merchantAddress, Story } from "../../../test/harness/story.ts";

const service = useService();

/* A change is answered with objects that the schema has converted; a GET's text comes from Postgres. */

describe("the text of a service", () => {
  const story = new Story(restDoor, service);

  it("is what its schema makes of a service, of few fields and of all", () =>
    forRows(
      [
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
      ],
      async (_, fields) => {
        const { id: serviceId } = await story.aService();
        await story.aPlan(serviceId);
        await story.aPlan(serviceId, { billingInterval: "MONTH", unit: "request" });

        const changed = await story.done("services.update", { serviceId, ...fields });

        const read = await story.done("services.get", { serviceId });
        expect(JSON.stringify(read)).toBe(JSON.stringify(changed));
        expect(read.service.paymentPlans).toHaveLength(2);
      },
    ));
});
