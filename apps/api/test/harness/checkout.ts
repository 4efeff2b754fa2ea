import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../../src/billing/settlements/engine/reconcile.ts";
import type { SettlementState } from "../../src/contract/settlement-states.ts";
import { rpc } from "./chain.ts";
import { aPayer, type Payer } from "./payer.ts";
import type { TestService } from "./service.ts";
import type { Story } from "./story.ts";

type Fields = Readonly<Record<string, unknown>>;

export const monthly = {
  pricingType: "FIXED_RECURRING",
  billingInterval: "MONTH",
  amount: "25",
} as const;

/** A checkout session of a service that is paid at an address of its own. */
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
 * Has the chain take what was begun, as the reconciler does in time. The chain puts a transaction into
 * its block a moment after it has taken it, so what is still under way is looked at until it is over.
 */
export async function settleAll({ clock, parts }: Pick<TestService, "clock" | "parts">) {
  for (let round = 0; round < 20; round += 1) {
    clock.advance(10);
    await reconcile(parts);
    if (round < 2) continue;
    if ((await parts.db.settlement.count({ where: { status: { in: underWay } } })) === 0) return;
    await sleep(50);
  }
}

/** Has what was begun revert on the chain: its payer spends the money in the same block, before it. */
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

/** What a payer sends once it has signed all that was prepared for it. */
export async function signed(
  story: Pick<Story, "done">,
  checkoutSessionId: string,
  payer: Payer,
  capAmount?: string,
) {
  const input = { checkoutSessionId, payerAddress: payer.address, capAmount };
  const { preparedCheckout } = await story.done("checkout.prepare", input);
  const { payment, cap } = preparedCheckout;
  if (cap?.approval) await payer.send(cap.approval);
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
    ...(cap && {
      cap: {
        amount: cap.amount,
        validUntil: cap.validUntil,
        nonce: cap.nonce,
        signature: await payer.sign(cap.typedData),
      },
    }),
  };
}

/** A metered subscription whose subscriber has signed a spending cap. */
export async function aCappedSubscription(story: Story, amount = "100", plan: Fields = {}) {
  const payer = await aPayer(story.service);
  const { checkoutSessionId, payoutAddress } = await aCheckout(story, plan);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, amount));
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  return { payer, payoutAddress, subscription: checkoutSession.subscriptions[0] };
}
