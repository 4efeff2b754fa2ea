import type { ServiceWithPlans } from "./store.ts";

interface Answered {
  readonly portal: { readonly allowsCancel: boolean };
  readonly testClockId: string | null;
}

/** A service with what subscribers may do in the portal and its test clock, as the API groups them. */
export const answeredService = (service: ServiceWithPlans): ServiceWithPlans & Answered => ({
  ...service,
  portal: { allowsCancel: service.portalAllowsCancel },
  testClockId: service.onTestClock?.testClockId ?? null,
});
