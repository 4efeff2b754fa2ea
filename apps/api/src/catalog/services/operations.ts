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
import { read, write } from "../../operation/define.ts";
import { createService } from "./create-service.ts";
import { getService } from "./get-service.ts";
import { listServices } from "./list-services.ts";
import { updateService } from "./update-service.ts";

const OneService = z.compile(z.object({ service: Service }));

export const services = {
  create: write("POST /services", {
    name: "services.create",
    summary: "Create a service",
    description:
      "What you sell. It needs a plan, and has to be `ACTIVE`, before anyone can subscribe to it. With `owner`, a user whom the service does not know yet by that e-mail address is made as well. A seller's own key makes services of that seller alone.",
    status: 201,
    refusals: { ownerRequired, referencedRecordNotFound },
    input: NewService,
    output: OneService,
    run: async (work, input) => ({ service: await createService(work, input) }),
  }),

  list: read("GET /services", {
    name: "services.list",
    summary: "List services, newest first",
    description:
      "Each with its owner and its plans. All of them; with `limit` or `cursor` a page of them, and `nextCursor`.",
    input: ServiceQuery,
    output: ServicePage,
    run: async (work, input) => {
      const { rows, ...page } = await listServices(work, input);
      return { services: rows, ...("next" in page && { nextCursor: page.next }) };
    },
  }),

  get: read("GET /services/{serviceId}", {
    name: "services.get",
    summary: "Get a service",
    description: "With its owner and all its plans.",
    refusals: { serviceNotFound },
    input: ServiceId,
    output: OneService,
    run: async (work, input) => ({ service: await getService(work, input.serviceId) }),
  }),

  update: write("PATCH /services/{serviceId}", {
    name: "services.update",
    summary: "Change a service",
    description:
      "What you name is changed, all else stays. Any status may follow any other; subscriptions that there are go on, whichever it is. Safe to send again.",
    refusals: { serviceNotFound },
    input: ServiceChange,
    output: OneService,
    run: async (work, input) => ({ service: await updateService(work, input) }),
  }),
};
