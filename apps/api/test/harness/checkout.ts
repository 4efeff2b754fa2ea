import { randomBytes } from "node:crypto";
import type { SettlementState } from "../../src/schemas/settlement-states.ts";
import { reconcile } from "../../src/settlements/engine/reconcile.ts";
import { rpc } from "./chain.ts";
import { aPayer, type Payer } from "./payer.ts";
import type { TestService } from "./service.ts";
import type { Story } from "./story.ts";
import { until } from "./until.ts";

interface PreparedCap {
  readonly start: number;
  readonly validUntil: number;
  readonly typedData: unknown;
  readonly permit: {
    readonly allowance: string;
    readonly deadline: number;
    readonly typedData: unknown;
  } | null;
}
type Fields = Readonly<Record<string, unknown>>;

export const monthly = {
  pricingType: "FIXED_RECURRING",
  billingInterval: "MONTH",
  amount: "25",
} as const;

/** Creates a checkout session of a service with a new payout address. */
export async function aCheckout(
  story: Pick<Story, "aCheckoutSession" | "done">,
  plan: Fields = monthly,
  fields: Fields = {},
) {
  const payoutAddress = `0x${randomBytes(20).toString("hex")}` as const;
  const session = await story.aCheckoutSession(fields, plan);
  await story.done("services.update", { serviceId: session.serviceId, payoutAddress });
  return { ...session, checkoutSessionId: session.id as string, payoutAddress };
}

const underWay: SettlementState[] = ["PENDING", "SUBMITTED", "TIMED_OUT"];

/**
 * Reconciles until no settlement is in progress. The chain includes a transaction in a block a moment after it accepts it, so
 * this checks as often as it takes, and at least three times.
 */
export async function settleAll({ clock, parts }: Pick<TestService, "clock" | "parts">) {
  let rounds = 0;
  await until(async () => {
    clock.advance(10);
    await reconcile(parts);
    rounds += 1;
    if (rounds < 3) return false;
    return (await parts.db.settlement.count({ where: { status: { in: underWay } } })) === 0;
  });
}

/** Sends the payment in progress, and does work before a block has it. */
export async function beforeItIsMined(
  service: Pick<TestService, "anvil" | "clock" | "parts">,
  work: () => Promise<void>,
): Promise<void> {
  await rpc(service, "evm_setAutomine", [false]);
  await reconcile(service.parts);
  await work();
  await rpc(service, "evm_setAutomine", [true]);
  await rpc(service, "anvil_mine", ["0x1"]);
  await settleAll(service);
}

/** Makes the payment in progress revert: the payer spends the money earlier in the same block. */
export async function revertPayment(
  service: Pick<TestService, "anvil" | "clock" | "parts">,
  payer: Payer,
  spent: string,
): Promise<void> {
  await rpc(service, "evm_setAutomine", [false]);
  try {
    service.clock.advance(10);
    await reconcile(service.parts);
    await payer.spend(spent);
    await rpc(service, "anvil_mine", ["0x1"]);
  } finally {
    await rpc(service, "evm_setAutomine", [true]);
  }
}

/** The limits of a cap: an amount is that of a period, and of all. */
export const limitsOf = (cap: string | Fields) =>
  typeof cap === "string" ? { perPeriod: cap, total: cap } : cap;

/** What the wallet sends for a prepared cap: its terms, its signature and, if one was prepared, the permit. */
export async function signedOf(
  { payerAddress, typedData, permit, ...terms }: PreparedCap & Fields,
  { sign }: Pick<Payer, "sign">,
) {
  return {
    ...terms,
    signature: await sign(typedData),
    ...(permit && {
      permit: {
        allowance: permit.allowance,
        deadline: permit.deadline,
        signature: await sign(permit.typedData),
      },
    }),
  };
}

/**
 * The input of `checkout.pay`, with everything signed that the payer has to sign.
 *
 * @param limits of the cap that it signs too, as `limitsOf` reads them
 */
export async function signed(
  story: Pick<Story, "done">,
  checkoutSessionId: string,
  payer: Payer,
  limits?: string | Fields,
) {
  const input = {
    checkoutSessionId,
    payerAddress: payer.address,
    ...(limits !== undefined && { cap: limitsOf(limits) }),
  };
  const { preparedCheckout } = await story.done("checkout.prepare", input);
  const { payment, cap } = preparedCheckout;
  return {
    checkoutSessionId,
    payerAddress: payer.address,
    user: { email: `${payer.address}@example.com` },
    ...(payment && {
      payment: {
        validUntil: payment.validUntil,
        signature: await payer.sign(payment.typedData),
      },
    }),
    ...(cap && { cap: await signedOf(cap, payer) }),
  };
}

/** Creates a metered subscription whose subscriber has signed a spending cap. @param cards rate cards of its plan */
export async function aCappedSubscription(
  story: Story,
  limits: string | Fields = "100",
  plan: Fields = {},
  cards: readonly Fields[] = [],
) {
  const payer = await aPayer(story.service);
  const { checkoutSessionId, payoutAddress, paymentPlanId } = await aCheckout(story, plan);
  for (const card of cards) await story.aRateCard({ paymentPlanId, ...card });
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, limits));
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  return { payer, payoutAddress, subscription: checkoutSession.subscriptions[0] };
}
