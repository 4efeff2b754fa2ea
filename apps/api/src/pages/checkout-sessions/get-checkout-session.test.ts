import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

it("returns a consistent session: paid with its subscription, or neither", async () => {
  const user = { email: "payer@example.com" };
  const seen = new Set<string>();
  const look = async (checkoutSessionId: string) => {
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const { status, subscriptions } = checkoutSession;
    seen.add(`${status} with ${subscriptions.length}`);
    return status;
  };
  const lookUntilPaid = async (id: string) => {
    while ((await look(id)) !== "PAID");
  };
  for (let round = 0; round < 30; round += 1) {
    const { id } = await story.aCheckoutSession();
    await Promise.all([
      ...Array.from({ length: 4 }, () => lookUntilPaid(id)),
      story.done("checkoutSessions.complete", { checkoutSessionId: id, user }),
    ]);
  }

  expect([...seen].sort()).toEqual(["PAID with 1", "PENDING with 0"]);
});
