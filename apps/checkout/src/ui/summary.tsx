import {
  Amount,
  Back,
  Copyable,
  chainName,
  isZero,
  LegalLinks,
  LongText,
  OfferPrice,
  Seller,
  Side,
  Term,
  Terms,
  Time,
  webAddress,
} from "@usance/ui";
import { type Payable, paidOf } from "../api/payable.ts";
import type { Screen } from "../session/state.ts";
import { CoinMark, NetworkMark } from "./coin.tsx";
import { LazyOffer } from "./lazy-offer.tsx";
import { nextText } from "./words.ts";

interface SummaryProps {
  readonly payable: Payable;
  readonly screen: Screen;
}

/** The screens with the way back here, and not below a message. */
const withForm: ReadonlySet<Screen> = new Set(["payable", "connecting", "wrong-chain"]);

/** The screens on which there is still something to decide. */
const open: ReadonlySet<Screen> = new Set([
  ...withForm,
  "closed",
  "failed",
  "expired",
  "cancelled",
]);

const dueWords: Readonly<Record<Payable["status"], string>> = {
  PENDING: "Due now",
  PAID: "Paid",
  DRAFT: "Not due yet",
  EXPIRED: "Was due",
  CANCELLED: "Was due",
};

/** Whether it was paid or can be paid. If neither, the seller's address is not shown. */
const takesMoney = ({ status }: Pick<Payable, "status">) =>
  status === "PENDING" || status === "PAID";

/** The label of an amount. */
const dueName = (status: Payable["status"], amount: string) =>
  isZero(amount) ? "Due today" : dueWords[status];

/** The plan, the seller and the price. They are the same in every state. */
export function Summary({ payable, screen }: SummaryProps) {
  const { seller, service, paymentPlan, rateCards, amountDue, nextCharge, expiresAt } = payable;
  const cancelUrl = withForm.has(screen) ? webAddress(payable.cancelUrl) : null;
  return (
    <Side label={isZero(amountDue) ? "What you subscribe to" : "What you pay for"}>
      <Seller seller={seller} service={service} logo={service.branding?.logo ?? null} />
      <h1 className="plan-name">
        <bdi>{paymentPlan.name}</bdi>
      </h1>
      <OfferPrice plan={paymentPlan} cards={rateCards} />
      {paymentPlan.description !== null && <LongText text={paymentPlan.description} />}
      <LazyOffer plan={paymentPlan} cards={rateCards} />
      <Terms>
        <Term name={dueName(payable.status, amountDue)} isStrong>
          <Amount of={paidOf(payable).amount} /> USDC
        </Term>
        {nextCharge !== null && payable.status === "PENDING" && (
          <Term name="Then">
            {nextText(nextCharge)} on <Time at={nextCharge.at} isDate />
          </Term>
        )}
        {!isZero(amountDue) && takesMoney(payable) && <PaidTo payable={payable} />}
        {open.has(screen) && payable.status === "PENDING" && expiresAt !== null && (
          <Term name="Open until">
            <Time at={expiresAt} />
          </Term>
        )}
      </Terms>
      {cancelUrl !== null && (
        <a className="back" href={cancelUrl.href}>
          <Back /> Back to {cancelUrl.hostname}
        </a>
      )}
      {service.branding !== null && <LegalLinks {...service.branding} />}
    </Side>
  );
}

/** Where the money goes or went. A payment goes to the address that its payer signed for, even if the seller has changed it since. */
export function PaidTo({ payable }: { payable: Payable }) {
  const { merchantAddress } = paidOf(payable);
  return (
    <>
      {merchantAddress !== null && (
        <Term name="Paid to">
          <Copyable what="seller's address" text={merchantAddress} />
        </Term>
      )}
      {payable.chain !== null && (
        <>
          <Term name="Paid in">
            <CoinMark /> USDC
          </Term>
          <Term name="Network">
            <NetworkMark /> {capitalized(chainName(payable.chain.chainId))}
          </Term>
        </>
      )}
    </>
  );
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
