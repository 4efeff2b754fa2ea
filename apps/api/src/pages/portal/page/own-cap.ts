import type { z } from "zod";
import { askChain } from "../../../chain/chain-errors.ts";
import type { Collector } from "../../../chain/collector.ts";
import type { SpendingCap } from "../../../db/generated/client.ts";
import type { Hex } from "../../../kit/evm-fields.ts";
import { signature } from "../../../kit/evm-fields.ts";
import { flag, omittable, queryNumber } from "../../../kit/fields.ts";
import { Amount, fromTokenUnits, larger, toTokenUnits } from "../../../kit/money.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { usageUnderWay } from "../../../schemas/limits.ts";
import {
  allowanceTooLow,
  nothingCollected,
  notRelayed,
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
import { exampleStart, spendingCapNotFound } from "../../../schemas/spending-caps.ts";
import { subscriptionNotActive, subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { endCollections } from "../../../settlements/attempts.ts";
import { relay } from "../../../settlements/cap-relays/relay-caps.ts";
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
  leftOfCap,
  lockCapOf,
} from "../../../settlements/spending-caps/store.ts";
import {
  limitsOf,
  shownSpending,
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
import { checkCap, prepareCap, type ReplacedCap } from "../../payments/spending-cap.ts";
import {
  changeAtPortal,
  loadPortal,
  mayAtPortal,
  requirePortalLink,
} from "../portal-sessions/load-portal.ts";
import { isToRelay, relayedOf, revocationBy } from "./relayed-cap.ts";

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
      "Returns the typed data of a new cap for the subscription's later invoices and, if the wallet allows too little, of a permit. Nothing is stored, so it can be called any number of times.",
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
      const { payerAddress, cap: limits } = input;
      const at = await loadPortal(work, portalToken, "portal.prepareCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service } = subscription;
      if (status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
      const { rateCards, ...current } = await loadTerms(at, offeredForCap(subscription));
      requireShownTerms(terms, current.terms);
      const payee = requirePayee(at, service);
      const payer = requirePayer(payee, payerAddress);
      const wallet = await askChain(payee.collector.walletOf(payer));
      const replaced = await findReplaced(at, id, { payer, collector: payee.collector });
      const asked = { payer, wallet, rateCards, limits, replaced };
      return { preparedCap: { payerAddress, ...(await prepareCap(at, payee, id, asked)) } };
    },
  },
);

/** Finds the cap that the same wallet has signed before. */
async function findReplaced(
  at: Parameters<typeof readSpendingCap>[0],
  subscriptionId: string,
  { payer, collector }: { readonly payer: Hex; readonly collector: Collector },
): Promise<ReplacedCap | null> {
  const read = await readSpendingCap(at, subscriptionId);
  if (read === null || read.cap.payerAddress !== payer) return null;
  if (read.collector.contract !== collector.contract) return null;
  const { start, total, spent: known } = read.cap;
  const { isReplaced, start: onChain } = read.spending;
  // What was spent under a cap that was replaced on the chain is not there any more.
  const spent = isReplaced ? toTokenUnits(known ?? new Amount(0)) : read.spending.spent;
  return { start: larger(start, onChain), left: larger(toTokenUnits(total) - spent, 0n) };
}

type Shown = NonNullable<z.input<typeof OnePortalSpendingCap>["spendingCap"]>;

/** A cap as the portal shows it. */
function shownCap(
  { cap, collector, spending }: ReadCap,
  now: Date,
  relayed: Pick<Shown, "isRelaying" | "revocation">,
): Shown {
  const state = stateOfCap(cap, now);
  return {
    ...storedCap(cap),
    ...shownSpending(spending),
    state,
    left: fromTokenUnits(state === "ACTIVE" ? larger(leftOfCap(cap, spending), 0n) : 0n),
    revokedOnChain: spending.isReplaced,
    chainId: collector.chainId,
    ...relayed,
  };
}

/** A cap as it is stored, without its state on the chain. */
const storedCap = (cap: SpendingCap): z.input<typeof OneStoredCap>["spendingCap"] => ({
  ...cap,
  ...limitsOf(cap),
  validUntil: validUntilOf(cap),
});

/** The new cap replaces the previous one. Its total starts at zero, and what was collected in this period counts. */
export const signOwnCap = pageOperation(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.signCap",
    summary: "Store the spending cap that the subscriber signed",
    description:
      "From now on, the subscription's later invoices are collected under this cap, within its limits. It replaces the previous cap. If that was revoked, the subscriber's stop of all usage ends.",
    beforeBody: requirePortalLink,
    refusals: {
      payerIsMerchant,
      capNotSigned: notSigned("cap.signature"),
      permitNotSigned: notSigned("cap.permit.signature"),
      walletCannotSign: walletCannotSign("cap.signature"),
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
      const payer = requirePayer(payee, payerAddress);
      const { collector } = payee;
      const before = await findReplaced(at, id, { payer, collector });
      const of = { payerAddress, cap, rateCards, replaced: before };
      const signed = await checkCap(at, payee, id, of);
      await changeAtPortal(at, async ({ tx, now, tenant, userId, due, db }) => {
        if (!(await lockActive(tx, id))) throw new Refusal(subscriptionNotActive);
        await lockCapOf(tx, checkoutSessionId); // a check may be storing what was spent
        const replaced = await findSpendingCap(tx, id);
        await keepSpendingCap({ tx, now }, checkoutSessionId, signed, replaced);
        if (replaced !== null && (await isToRelay({ ...at, db: tx }, replaced, signed.cap))) {
          await relay({ tx, now }, collector.replacementBy(signed.cap, signed.signature), replaced);
        }
        if (replaced !== null) {
          const of = { serviceId: service.id, subscriptionId: id };
          await announceCap({ tx, now }, of, replaced, await requireSpendingCap({ db: tx }, id));
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
  start: omittable(queryNumber(0, 2 ** 32 - 1)).meta({
    description: "As prepared: the `start` of the cap's `revocation`, if it was signed",
    example: exampleStart,
  }),
  signature: omittable(signature()).meta({
    description:
      "The wallet's signature of the cap's `revocation`, which the service sends to the contract",
  }),
});

/** Works while the chain does not answer. */
export const revokeOwnCap = pageOperation(
  "DELETE /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.revokeCap",
    summary: "Revoke the spending cap of the subscriber's subscription",
    description:
      "From this answer on, the service collects nothing under the cap, and unless you send `stopUsage=false`, refuses all usage that occurs later. A collection that was already sent to the chain can still be confirmed. Revoking it again returns the same answer. The contract itself would still accept the cap: to end it there too, send the wallet's signature of its `revocation`. The event `subscription.cap_revoked` reports it.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      spendingCapNotFound,
      revocationNotSigned: notSigned("signature"),
      walletCannotSign: walletCannotSign("signature"),
      termsTooOld,
      notRelayed,
      chainDoesNotAnswer,
      usageUnderWay,
      tooManyRequests,
    },
    input: RevokeCapAtPortal,
    output: OneStoredCap,
    run: async (work, { portalToken, subscriptionId, stopUsage: isAsked, ...signed }) => {
      const at = await loadPortal(work, portalToken, "portal.revokeCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const stops = isAsked && subscription.status === "ACTIVE" && mayAtPortal(at, "portal.stop");
      const end = await revocationBy(at, own.id, signed);
      await changeAtPortal(at, async ({ tx, db, now, log, tally, paymentRefunds }) => {
        const cap = await requireSpendingCap({ db }, own.id);
        const isRevoked = await revokeSpendingCap({ tx, now }, cap, own.id);
        await lockCapOf(tx, cap.checkoutSessionId); // two tabs send one revocation
        if (end !== null) await relay({ tx, now }, end, cap);
        if (!isRevoked) return end === null ? null : subscription;
        await endCollections({ tx, now, log, tally, paymentRefunds }, own.id);
        if (stops) await stopUsage({ tx, now }, { subscription, subject: null });
        return subscription;
      });
      if (stops) await waitForRecorders(at.db);
      return { spendingCap: storedCap(await requireSpendingCap(at, own.id)) };
    },
  },
);

/** The page polls it while the revocation is on its way. */
export const getOwnSpendingCap = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.spendingCap",
    summary: "Get the spending cap of the subscriber's subscription",
    description:
      "Limits, amounts spent and left, expiry, and what the wallet signs to revoke it on the chain. What was spent and whether it was revoked are read from the chain; the first read that finds it revoked there reports it with the event `subscription.cap_revoked`.",
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
        spendingCap: read && shownCap(read, at.clock.now(), await relayedOf(at, read, id)),
        chainId: payee?.chainId ?? null,
        ...(await loadOffer(at, offeredForCap(subscription))),
      };
    },
  },
);
