import { findNewestPlanOf, findPlan } from "../catalog/plans/store.ts";
import { findPaidServices, findServiceRecord } from "../catalog/services/store.ts";
import type { PaymentPlan, Service } from "../db/generated/client.ts";
import type { Owned } from "../operation/ports/parts.ts";
import { NotPayable } from "./not-payable.ts";

/** What a payment is for. */
export interface Sold {
  readonly service: Service;
  readonly plan: PaymentPlan;
}

/**
 * Finds what is paid for: the plan that the seller's offer names, or else the newest plan of the seller's only active
 * service with the payout address. No gas is spent on payments to anybody else.
 *
 * @throws NotPayable
 */
export async function findSold(
  { db, tenant }: Owned,
  { payTo, paymentPlanId }: { readonly payTo: string; readonly paymentPlanId: string | undefined },
): Promise<Sold> {
  const named = paymentPlanId === undefined ? null : await findPlan(db, paymentPlanId, tenant);
  if (paymentPlanId !== undefined && named === null) throw unknownPlan();
  const services =
    named === null
      ? await findPaidServices(db, tenant, payTo)
      : [await findServiceRecord(db, named.serviceId, tenant)];
  const [service = null, another] = services;
  if (service?.status !== "ACTIVE" || service.payoutAddress?.toLowerCase() !== payTo) {
    throw new NotPayable(
      "usance_unknown_payee",
      "payTo is the payout address of no active service.",
    );
  }
  if (another !== undefined) {
    const why = "payTo is the payout address of several services: name the plan in extra.usance.";
    throw new NotPayable("usance_ambiguous_payee", why);
  }
  const plan = named ?? (await findNewestPlanOf(db, service.id, "USAGE_BASED"));
  if (plan?.pricingType !== "USAGE_BASED") throw unknownPlan();
  return { service, plan };
}

/** A payment of a call is no subscription fee, and what renews by itself would bill the wallet again. */
const unknownPlan = () =>
  new NotPayable("usance_unknown_plan", "There is no USAGE_BASED plan that the payment can use.");
