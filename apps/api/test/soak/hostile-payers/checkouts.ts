import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Payer } from "../../harness/payer.ts";
import type { Authorization } from "../../harness/usdc.ts";
import { type Address, call, newService } from "../../processes/calls.ts";
import type { Answer, Service } from "../service.ts";

/** Somebody who pays at a checkout: an address that signs. */
export type Signer = Pick<Payer, "address" | "sign">;

/** A plan of 25 USDC a month of a service with its own payout address. */
export interface Plan {
  readonly serviceId: string;
  readonly paymentPlanId: string;
}

export async function newPlan(to: Address): Promise<Plan> {
  const payoutAddress = `0x${randomBytes(20).toString("hex")}`;
  const serviceId = await newService(to, { payoutAddress });
  const { body } = await call(to, "POST", `/services/${serviceId}/plans`, {
    name: "Pro",
    pricingType: "FIXED_RECURRING",
    billingInterval: "MONTH",
    amount: "25",
  });
  return { serviceId, paymentPlanId: body.plan.id };
}

/** @returns the id of a new checkout session */
export async function newSession(to: Address, plan: Plan): Promise<string> {
  const { body } = await call(to, "POST", "/checkout-sessions", plan);
  return body.checkoutSession.id;
}

/** A session as the checkout page shows it. */
export async function statusOf(service: Service, session: string) {
  const { body } = await service.told("GET", `/checkout/${session}/status`);
  return body.checkoutStatus as {
    readonly status: string;
    readonly payment: { readonly status: string; readonly payerAddress: string } | null;
  };
}

/** A signed payment, and what its payer can still take back. */
interface Signed {
  readonly authorization: Authorization;
  readonly input: object;
}

/** @returns the response when there is nothing to sign */
export async function prepare(
  service: Service,
  session: string,
  { address: payerAddress, sign }: Signer,
): Promise<Signed | Answer> {
  const prepared = await service.told("POST", `/checkout/${session}/prepare`, { payerAddress });
  if (prepared.status !== 200) return prepared;
  const { typedData, validUntil } = prepared.body.preparedCheckout.payment;
  const payment = { validUntil, signature: await sign(typedData) };
  const user = { email: `${payerAddress}@example.com` };
  return { authorization: typedData, input: { payerAddress, payment, user } };
}

export const pay = (service: Service, session: string, { input }: Signed) =>
  service.told("POST", `/checkout/${session}/pay`, input);

/** The longest pause of a payer between two checks, in milliseconds. */
const longestPauseMs = 1_500;
/** The max number of attempts. */
const maxTries = 400;

/**
 * Pays a session as an honest payer does on the page: signs, pays, polls, and retries when the page says so.
 *
 * @returns the messages of the refusals
 */
export async function payThrough(
  service: Service,
  session: string,
  payer: Signer,
): Promise<string[]> {
  const refusals: string[] = [];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { status, payment } = await statusOf(service, session);
    if (status === "PAID") return refusals;
    const isMine = payment?.payerAddress.toLowerCase() === payer.address.toLowerCase();
    let pauseMs = 300;
    if (!isMine || payment?.status === "FAILED") {
      const signed = await prepare(service, session, payer);
      const answer = "status" in signed ? signed : await pay(service, session, signed);
      if (answer.status !== 200) refusals.push(String(answer.body.error));
      pauseMs = Math.min(answer.retryAfterMs ?? pauseMs, longestPauseMs);
    }
    await sleep(pauseMs);
  }
  throw new Error(`Session ${session} is not paid: ${refusals.at(-1)}`);
}
