import type { z } from "zod";
import type { ServiceChange } from "../../contract/services.ts";
import { serviceNotFound } from "../../contract/services.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { changeService, type ServiceWithPlans } from "./store.ts";

/** Changes what the caller names and leaves the rest; any status may follow any other. */
export async function updateService(
  { db, tenant, clock }: Parts,
  { serviceId, name, description, status, payoutAddress }: z.output<typeof ServiceChange>,
): Promise<ServiceWithPlans> {
  const service = await changeService(db, serviceId, tenant, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(payoutAddress !== undefined && { payoutAddress }),
    updatedAt: clock.now(),
  });
  if (service === null) throw new Refusal(serviceNotFound);
  return service;
}
