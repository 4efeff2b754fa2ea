import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { aPayer, balanceOf } from "../../test/harness/payer.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { aPayee, aSellersServer, facilitator, paidFetch } from "../../test/harness/x402.ts";

const service = useService({ ...payments, LOG_LEVEL: "warn" });
const story = new Story(restDoor, service);

describe("a payment with the public packages", () => {
  it("becomes the service's own records", async () => {
    const { payTo, serviceId, paymentPlanId } = await aPayee(story);
    const payer = await aPayer(service());
    const url = await aSellersServer(facilitator(service()), { payTo });

    const response = await paidFetch(payer)(url);

    expect([response.status, await response.json()]).toEqual([200, { weather: "sunny" }]);
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
    const { x402Payments } = await story.done("x402Payments.list", {});
    expect(x402Payments).toMatchObject([{ serviceId, paymentPlanId, status: "CONFIRMED" }]);
  });
});
