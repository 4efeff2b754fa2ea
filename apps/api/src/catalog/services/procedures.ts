import { z } from "zod";
import {
  NewService,
  ownerRequired,
  Service,
  ServiceChange,
  ServiceId,
  ServicePage,
  ServiceQuery,
  serviceNotFound,
} from "../../contract/services.ts";
import { referencedRecordNotFound } from "../../lib/refusal.ts";
import { rest, router, withKey, writing } from "../../operation/base.ts";
import { createService } from "./create-service.ts";
import { getService } from "./get-service.ts";
import { listServices } from "./list-services.ts";
import { updateService } from "./update-service.ts";

const OneService = z.compile(z.object({ service: Service }));

export const services = router({
  create: writing
    .meta(
      rest("POST /services", "Create a service", {
        description:
          "What you sell. It needs a plan, and has to be `ACTIVE`, before anyone can subscribe to it. With `owner`, a user whom the service does not know yet by that e-mail address is made as well. A seller's own key makes services of that seller alone.",
        status: 201,
        refusals: { ownerRequired, referencedRecordNotFound },
      }),
    )
    .input(NewService)
    .output(OneService)
    .mutation(async ({ ctx, input }) => ({ service: await createService(ctx.parts, input) })),

  list: withKey
    .meta(
      rest("GET /services", "List services, newest first", {
        description:
          "Each with its owner and its plans. All of them; with `limit` or `cursor` a page of them, and `nextCursor`.",
      }),
    )
    .input(ServiceQuery)
    .output(ServicePage)
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listServices(ctx.parts, input);
      return { services: rows, ...("next" in page && { nextCursor: page.next }) };
    }),

  get: withKey
    .meta(
      rest("GET /services/{serviceId}", "Get a service", {
        description: "With its owner and all its plans.",
        refusals: { serviceNotFound },
      }),
    )
    .input(ServiceId)
    .output(OneService)
    .query(async ({ ctx, input }) => ({ service: await getService(ctx.parts, input.serviceId) })),

  update: writing
    .meta(
      rest("PATCH /services/{serviceId}", "Change a service", {
        description:
          "What you name is changed, all else stays. Any status may follow any other; subscriptions that there are go on, whichever it is. Safe to send again.",
        refusals: { serviceNotFound },
      }),
    )
    .input(ServiceChange)
    .output(OneService)
    .mutation(async ({ ctx, input }) => ({ service: await updateService(ctx.parts, input) })),
});
