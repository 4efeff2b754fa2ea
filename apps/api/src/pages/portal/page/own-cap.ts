import type { z } from "zod";
import { askChain } from "../../../chain/chain-errors.ts";
import type { Collector } from "../../../chain/collector.ts";
import type { SpendingCap } from "../../../db/generated/client.ts";
import type { Hex } from "../../../kit/evm-fields.ts";
import { flag } from "../../../kit/fields.ts";
import { Amount, toTokenUnits } from "../../../kit/money.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { usageUnderWay } from "../../../schemas/limits.ts";
import {
  allowanceTooLow,
  nothingCollected,
  notSigned,
  payerIsMerchant,
  termsChanged,
  termsTooOld,
  walletCannotSign,
} from "../../../schemas/payment-refusals.ts";
import {
  PortalSubscription,
  PrepareCapAtPortal,
  portalLinkRefusals,
  SignCapAtPortal,
} from "../../../schemas/portal.ts";
import {
  OnePortalSpendingCap,
  OnePreparedCap,
  OneStoredCap,
} from "../../../schemas/portal-records.ts";
import { chainDoesNotAnswer } from "../../../schemas/settlements.ts";
import { spendingCapNotFound } from "../../../schemas/spending-caps.ts";
import { subscriptionNotActive, subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { endCollections } from "../../../settlements/attempts.ts";
import { keepSpendingCap } from "../../../settlements/spending-caps/keep-spending-cap.ts";
import {
  type ReadCap,
  readSpendingCap,
  requireSpendingCap,
  revokeSpendingCap,
} from "../../../settlements/spending-caps/spending-caps.ts";
import {
  announceCap,
  findSpendingCap,
  lockCapOf,
} from "../../../settlements/spending-caps/store.ts";
import {
  capTerms,
  stateOfCap,
  validUntilOf,
} from "../../../settlements/spending-caps/usable-cap.ts";
import {
  loadOwnSubscription,
  type SubscriptionWithOffer,
} from "../../../subscriptions/load-subscription.ts";
import { lockActive } from "../../../subscriptions/store.ts";
import { startUsage, stopUsage } from "../../../usage/limits/stops.ts";
import { waitForRecorders } from "../../../usage/limits/store.ts";
import {
  loadOffer,
  loadTerms,
  type OfferedPlan,
  requirePayee,
  requirePayer,
  requireShownTerms,
  shownPayee,
} from "../../payments/payment-terms.ts";
import { checkCap, prepareCap } from "../../payments/spending-cap.ts";
import {
  changeAtPortal,
  loadPortal,
  mayAtPortal,
  requirePortalLink,
} from "../portal-sessions/load-portal.ts";

/** What a subscriber who signs a spending cap agrees to: who is paid, and what usage costs. Nothing is paid now. */
const offeredForCap = ({
  service,
  paymentPlanId,
  currentPeriodStart: at,
}: SubscriptionWithOffer): OfferedPlan => ({
  service,
  plan: { paymentPlanId, at },
  amountDue: null,
});

/** Changes nothing: the cap counts once the wallet's signature is sent. */
export const prepareOwnCap = pageOperation(
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
      const { rateCards, ...current } = await loadTerms(at, offeredForCap(subscription));
      requireShownTerms(terms, current.terms);
      const payee = requirePayee(at, service);
      const payer = requirePayer(payee, payerAddress);
      const { allowance } = await askChain(payee.collector.walletOf(payer));
      const freed = await leftOfWallet(at, id, { payer, collector: payee.collector });
      const limit = { amount: capAmount, approved: capAllowance, freed };
      const asked = { payer, allowance, rateCards, ...limit };
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

type Shown = NonNullable<z.input<typeof OnePortalSpendingCap>["spendingCap"]>;

/** A cap as the portal shows it. */
function shownCap(
  { cap, collector, spent, revokedOnChain }: ReadCap,
  subscriptionId: string,
  now: Date,
): Shown {
  const state = stateOfCap(cap, now);
  const amount = new Amount(cap.amount.toFixed());
  return {
    ...storedCap(cap),
    state,
    spent,
    left: state === "ACTIVE" ? amount.minus(spent) : new Amount(0),
    revokedOnChain,
    chainId: collector.chainId,
    revocation: collector.revocationOf(capTerms(cap, subscriptionId)),
  };
}

/** A cap as it is stored, without its state on the chain. */
const storedCap = (cap: SpendingCap): z.input<typeof OneStoredCap>["spendingCap"] => ({
  ...cap,
  validUntil: validUntilOf(cap),
});

/** The new cap replaces the previous one, and its spending starts at zero. */
export const signOwnCap = pageOperation(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.signCap",
    summary: "Store the spending cap that the subscriber signed",
    description:
      "From now on, the subscription's later invoices are collected under this cap, up to its whole amount. It replaces the previous cap. If that was revoked, the subscriber's stop of all usage ends.",
    beforeBody: requirePortalLink,
    refusals: {
      payerIsMerchant,
      capNotSigned: notSigned("cap"),
      walletCannotSign: walletCannotSign("cap"),
      ...portalLinkRefusals,
      subscriptionNotFound,
      subscriptionNotActive,
      nothingCollected,
      termsTooOld,
      termsChanged: termsChanged(["Usage has other prices now."]),
      allowanceTooLow: allowanceTooLow(0n, 100_000_000n),
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: SignCapAtPortal,
    output: OneStoredCap,
    run: async (work, { portalToken, subscriptionId, payerAddress, cap, terms }) => {
      const at = await loadPortal(work, portalToken, "portal.signCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service, checkoutSessionId } = subscription;
      if (status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
      const { rateCards, ...current } = await loadTerms(at, offeredForCap(subscription));
      requireShownTerms(terms, current.terms);
      const payee = requirePayee(at, service);
      const signed = await checkCap(at, payee, id, { payerAddress, cap, rateCards });
      await changeAtPortal(at, async ({ tx, now, tenant, userId, due, db }) => {
        if (!(await lockActive(tx, id))) throw new Refusal(subscriptionNotActive);
        await lockCapOf(tx, checkoutSessionId); // a check may be storing what was spent
        const replaced = await findSpendingCap(tx, id);
        await keepSpendingCap({ tx, now }, checkoutSessionId, signed);
        if (replaced !== null && signed !== null) {
          const of = { serviceId: service.id, subscriptionId: id };
          await announceCap({ tx, now }, of, replaced, { amount: signed.amount, spent: null });
        }
        const isRestart = replaced !== null && replaced.revokedAt !== null;
        if (isRestart && mayAtPortal(at, "portal.stop")) {
          await startUsage({ tx, now }, { subscription, subject: null });
        }
        return loadOwnSubscription({ db, tenant, due }, { id, userId });
      });
      return { spendingCap: storedCap(await requireSpendingCap(at, id)) };
    },
  },
);

const RevokeCapAtPortal = PortalSubscription.extend({
  stopUsage: flag({ ifAbsent: true }).meta({
    description:
      "Whether all usage of the subscription is stopped too, as by `portal.stop`; only if the link has the scope `limits:write`. Default `true`",
  }),
});

/** Works while the chain does not answer. */
export const revokeOwnCap = pageOperation(
  "DELETE /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.revokeCap",
    summary: "Revoke the spending cap of the subscriber's subscription",
    description:
      "From this answer on, the service collects nothing under the cap, and unless you send `stopUsage=false`, refuses all usage that occurs later. A collection that was already sent to the chain can still be confirmed. Revoking it again returns the same answer. The contract itself would still accept the cap: to end it there too, the wallet sends the cap's `revocation`. The event `subscription.cap_revoked` reports it.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      spendingCapNotFound,
      usageUnderWay,
      tooManyRequests,
    },
    input: RevokeCapAtPortal,
    output: OneStoredCap,
    run: async (work, { portalToken, subscriptionId, stopUsage: isAsked }) => {
      const at = await loadPortal(work, portalToken, "portal.revokeCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const stops = isAsked && subscription.status === "ACTIVE" && mayAtPortal(at, "portal.stop");
      await changeAtPortal(at, async ({ tx, db, now, log, tally, paymentRefunds }) => {
        const cap = await requireSpendingCap({ db }, own.id);
        if (!(await revokeSpendingCap({ tx, now }, cap, own.id))) return null;
        await endCollections({ tx, now, log, tally, paymentRefunds }, own.id);
        if (stops) await stopUsage({ tx, now }, { subscription, subject: null });
        return subscription;
      });
      if (stops) await waitForRecorders(at.db);
      return { spendingCap: storedCap(await requireSpendingCap(at, own.id)) };
    },
  },
);

/** The page polls it while the wallet's transaction is on its way. */
export const getOwnSpendingCap = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.spendingCap",
    summary: "Get the spending cap of the subscriber's subscription",
    description:
      "Limit, amount spent, amount left and expiry, and the transaction with which the wallet revokes it. What was spent and whether it was revoked are read from the chain; the first read that finds it revoked there reports it with the event `subscription.cap_revoked`.",
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: PortalSubscription,
    output: OnePortalSpendingCap,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.spendingCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service } = subscription;
      const read = await readSpendingCap(at, id);
      const isOpen = status === "ACTIVE" && mayAtPortal(at, "portal.signCap");
      const payee = isOpen ? shownPayee(at, service) : null;
      return {
        spendingCap: read && shownCap(read, id, at.clock.now()),
        chainId: payee?.chainId ?? null,
        ...(await loadOffer(at, offeredForCap(subscription))),
      };
    },
  },
);
