import {
  amountText,
  Back,
  Copyable,
  chainName,
  isZero,
  LegalLinks,
  priceUnit,
  Seller,
  Side,
  Term,
  Terms,
  Time,
  webAddress,
} from "@usance/ui";
import type { Payable } from "../api/payable.ts";

interface SummaryProps {
  readonly payable: Payable;
  /** Whether there is still something to decide, and so a way back. */
  readonly isOpen: boolean;
}

const dueWords: Readonly<Record<Payable["status"], string>> = {
  PENDING: "Due now",
  PAID: "Paid",
  DRAFT: "Not due yet",
  EXPIRED: "Was due",
  CANCELLED: "Was due",
};

/** What an amount is to the visitor. */
export const dueName = (status: Payable["status"], amount: string) =>
  isZero(amount) ? "Due today" : dueWords[status];

/** What is sold, by whom, and what it costs: the same in every state. */
export function Summary({ payable, isOpen }: SummaryProps) {
  const { seller, service, paymentPlan, amountDue, chain, expiresAt } = payable;
  const cancelUrl = isOpen ? webAddress(payable.cancelUrl) : null;
  return (
    <Side label={isZero(amountDue) ? "What you subscribe to" : "What you pay for"}>
      <Seller seller={seller} service={service} logo={service.branding?.logo ?? null} />
      <h1 className="plan-name">{paymentPlan.name}</h1>
      <p className="price">
        <span className="price-amount">{amountText(paymentPlan.amount)}</span>{" "}
        <span className="price-unit">{priceUnit(paymentPlan)}</span>
      </p>
      {paymentPlan.description !== null && <p className="description">{paymentPlan.description}</p>}
      <Terms>
        <Term name={dueName(payable.status, amountDue)} isStrong>
          {amountText(amountDue)} USDC
        </Term>
        {chain !== null && !isZero(amountDue) && <PaidTo chain={chain} />}
        {isOpen && payable.status === "PENDING" && expiresAt !== null && (
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

/** Where the money goes. */
export const PaidTo = ({ chain }: { chain: NonNullable<Payable["chain"]> }) => (
  <>
    <Term name="Paid to">
      <Copyable what="seller's address" text={chain.merchantAddress} />
    </Term>
    <Term name="On">{capitalized(chainName(chain.chainId))}</Term>
  </>
);

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
