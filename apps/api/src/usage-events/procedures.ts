import { z } from "zod";
import { uniqueFieldsTaken } from "../shared/refusal.ts";
import { subscriptionNotOfServiceAndUser } from "../subscriptions/errors.ts";
import { rest, router, withKey } from "../trpc/base.ts";
import { invoiceOfAnother, subscriptionTakesNoUsage } from "./errors.ts";
import { recordUsage } from "./record-usage.ts";
import { NewUsageEvent, UsageEvent } from "./schema.ts";

export const usageEvents = router({
  create: withKey
    .meta(
      rest("POST /usage-events", "Record usage", {
        description:
          "Recorded once for a `subscriptionId` and `eventKey`: a second is refused with 409.",
        status: 201,
        refusals: [
          invoiceOfAnother,
          subscriptionNotOfServiceAndUser,
          subscriptionTakesNoUsage,
          uniqueFieldsTaken,
        ],
      }),
    )
    .input(NewUsageEvent)
    .output(z.object({ usageEvent: UsageEvent }))
    .mutation(async ({ ctx, input }) => {
      const { by, idempotencyKey } = ctx;
      const recorded = await recordUsage(ctx, { apiKeyId: by.keyId, idempotencyKey }, input);
      if (recorded.replayed) ctx.reply.headers["Idempotent-Replayed"] = "true";
      return { usageEvent: recorded.usageEvent };
    }),
});
