import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { identifyVisitor } from "../../operation/access/users/identify-user.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { emailRequired } from "../../schemas/payment-refusals.ts";
import {
  keepSpendingCap,
  type SignedCap,
} from "../../settlements/spending-caps/keep-spending-cap.ts";
import { completeSession } from "../checkout-sessions/end-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/load-checkout-session.ts";
import type { Start } from "../payments/prove-payment.ts";
import { checkSignedCap } from "./signed-cap.ts";
import type { PayInput } from "./start-payment.ts";

/** Checks what the subscriber signed for a plan that costs nothing now. @returns what makes the session `PAID` */
export async function proveSubscription(
  { chain, collector, checkoutUrl }: Pick<Parts, "chain" | "collector" | "checkoutUrl">,
  session: CheckoutSessionView,
  input: PayInput,
): Promise<Start> {
  const cap = await checkSignedCap({ chain, collector }, session, input);
  return async ({ tx, now }) => {
    const isCompleted = await completeSession({ tx, now, checkoutUrl }, session, {
      trigger: "complete",
      transactionHash: null,
      payer: () => identifyPayer({ tx, now }, session, input, cap),
    });
    if (isCompleted) await keepSpendingCap({ tx, now }, session.id, cap);
    return isCompleted;
  };
}

/** The subscriber becomes a user of the seller. Only the signature of a cap shows that the wallet is the subscriber's. */
function identifyPayer(
  at: InTransaction,
  { ownerId }: CheckoutSessionView,
  { user }: PayInput,
  cap: SignedCap | null,
): Promise<string> {
  if (user?.email === undefined) throw new Refusal(emailRequired);
  const { email, name } = user;
  const from = { sellerId: ownerId, wallet: cap?.cap.payer ?? null };
  return identifyVisitor(at, { email, name }, from);
}
