import { askChain } from "../../../chain/ports/ask-chain.ts";
import type { Collector } from "../../../chain/ports/collector.ts";
import type { Hex } from "../../../kit/evm-fields.ts";
import { toTokenUnits } from "../../../kit/money.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  nothingCollected,
  payerIsMerchant,
  termsChanged,
} from "../../../schemas/payment-refusals.ts";
import { OnePreparedCap, PrepareCapAtPortal, portalLinkRefusals } from "../../../schemas/portal.ts";
import { chainDoesNotAnswer } from "../../../schemas/settlements.ts";
import { subscriptionNotActive, subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { readSpendingCap } from "../../../settlements/spending-caps/read-spending-cap.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { loadTerms, requireShownTerms } from "../../payments/agreed-terms.ts";
import { requirePayee, requirePayer } from "../../payments/payment-terms.ts";
import { prepareCap } from "../../payments/spending-cap.ts";
import { loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";
import { offeredForCap } from "./cap-offer.ts";

/** Changes nothing: the cap counts once the wallet's signature is sent. */
export const prepareOwnCap = visit(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap/prepare",
  {
    name: "portal.prepareCap",
    summary: "Prepare a spending cap for the subscriber's wallet",
    description:
      "Returns the typed data of a new cap for the subscription's later invoices and, if the wallet allows too little, the approval that it has to send. Nothing is stored, so it can be called any number of times.",
    beforeBody: requirePortalLink,
    refusals: {
      payerIsMerchant,
      ...portalLinkRefusals,
      subscriptionNotFound,
      subscriptionNotActive,
      nothingCollected,
      termsChanged: termsChanged(["Usage has other prices now."]),
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: PrepareCapAtPortal,
    output: OnePreparedCap,
    run: async (work, { portalToken, subscriptionId, terms, ...input }) => {
      const { payerAddress, capAmount, capAllowance } = input;
      const at = await loadPortal(work, portalToken, "portal.prepareCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service } = subscription;
      if (status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
      requireShownTerms(terms, await loadTerms(at, offeredForCap(subscription)));
      const payee = requirePayee(at, service);
      const payer = requirePayer(payee, payerAddress);
      const { allowance } = await askChain(payee.collector.walletOf(payer));
      const freed = await leftOfWallet(at, id, { payer, collector: payee.collector });
      const asked = { payer, allowance, amount: capAmount, approved: capAllowance, freed };
      return { preparedCap: { payerAddress, ...(await prepareCap(at, payee, id, asked)) } };
    },
  },
);

/** What is left of the cap that the same wallet has signed before, in token units. */
async function leftOfWallet(
  at: Parameters<typeof readSpendingCap>[0],
  subscriptionId: string,
  { payer, collector }: { readonly payer: Hex; readonly collector: Collector },
): Promise<bigint> {
  const read = await readSpendingCap(at, subscriptionId);
  if (read === null || read.cap.payerAddress !== payer) return 0n;
  if (read.collector.contract !== collector.contract) return 0n;
  return toTokenUnits(read.cap.amount) - toTokenUnits(read.spent);
}
