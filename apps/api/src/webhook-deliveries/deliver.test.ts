import { expect, it, vi } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useReceiver, verified } from "../../test/harness/receiver.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
const receiver = useReceiver();
const story = new Story(restDoor, service);

it("tells the caller that a checkout session was paid and a subscription created", async () => {
  const session = await story.aCheckoutSession();
  const { webhookEndpoint } = await story.done("webhookEndpoints.create", {
    url: `${receiver().url}/paid`,
    events: ["checkout_session.paid"],
  });
  const running = await service().startJobs();
  const { checkoutSession } = await story.done("checkoutSessions.complete", {
    checkoutSessionId: session.id,
    user: { email: "payer@example.com" },
  });

  const webhook = await vi.waitFor(() => {
    const [first] = receiver().received;
    if (first === undefined) throw new Error("Nothing has come.");
    return first;
  }, 10_000);
  await running.stop();
  expect(verified(webhookEndpoint.secret, webhook)).toMatchObject({
    type: "checkout_session.paid",
    data: { checkoutSession },
  });
  expect(checkoutSession.subscriptions).toMatchObject([{ status: "ACTIVE" }]);
});
