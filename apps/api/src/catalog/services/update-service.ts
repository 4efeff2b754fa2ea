import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import { OneService, ServiceChange, serviceNotFound } from "../../schemas/services.ts";
import { answeredService } from "./answered-service.ts";
import { changeService, storedBranding } from "./store.ts";

export const updateService = write("PATCH /services/{serviceId}", {
  name: "services.update",
  summary: "Change a service",
  description:
    "Changes only the fields that you send. Any status can follow any other; existing subscriptions continue in each of them. Sending the same change again is safe.",
  refusals: { serviceNotFound },
  input: ServiceChange,
  output: OneService,
  run: async ({ tx, tenant, now }, { serviceId, ...change }) => {
    const { name, description, status, payoutAddress, branding, portal } = change;
    const service = await changeService(tx, serviceId, tenant, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(status !== undefined && { status }),
      ...(payoutAddress !== undefined && { payoutAddress }),
      ...(branding !== undefined && {
        branding: storedBranding(branding),
        logoCheckedAt: null,
        logoProblem: null,
      }),
      ...(portal?.allowsCancel !== undefined && { portalAllowsCancel: portal.allowsCancel }),
      updatedAt: now,
    });
    if (service === null) throw new Refusal(serviceNotFound);
    return { service: answeredService(service) };
  },
});
