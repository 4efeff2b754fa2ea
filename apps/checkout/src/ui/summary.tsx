import type { Payable } from "../api/payable.ts";
import { amountText, isZero } from "../money.ts";
import { priceUnit } from "../session/plan-words.ts";
import { chainName } from "../wallet/chains.ts";
import { Copyable } from "./copyable.tsx";
import { Back } from "./icons.tsx";

interface SummaryProps {
  readonly payable: Payable;
  /** Whether there is still something to decide, and so a way back. */
  readonly isOpen: boolean;
}

export const dueWords: Readonly<Record<Payable["status"], string>> = {
  PENDING: "Due now",
  PAID: "Paid",
  DRAFT: "Not due yet",
  EXPIRED: "Was due",
  CANCELLED: "Was due",
};

/** What is sold, by whom, and what it costs: the same in every state. */
export function Summary({ payable, isOpen }: SummaryProps) {
  const { seller, service, paymentPlan, amountDue, chain, expiresAt } = payable;
  const cancelUrl = isOpen ? webAddress(payable.cancelUrl) : null;
  return (
    <section className="summary" aria-label="What you pay for">
      <Seller seller={seller} service={service} />
      <h1 className="plan-name">{paymentPlan.name}</h1>
      <p className="price">
        <span className="price-amount">{amountText(paymentPlan.amount)}</span>{" "}
        <span className="price-unit">{priceUnit(paymentPlan)}</span>
      </p>
      {paymentPlan.description !== null && <p className="description">{paymentPlan.description}</p>}
      <dl className="terms">
        <div className="due">
          <dt>{dueWords[payable.status]}</dt>
          <dd>{amountText(amountDue)} USDC</dd>
        </div>
        {chain !== null && !isZero(amountDue) && <PaidTo chain={chain} />}
        {isOpen && payable.status === "PENDING" && expiresAt !== null && (
          <div>
            <dt>Open until</dt>
            <dd>
              <time dateTime={expiresAt}>{timeText(expiresAt)}</time>
            </dd>
          </div>
        )}
      </dl>
      {cancelUrl !== null && (
        <a className="back" href={cancelUrl.href}>
          <Back /> Back to {cancelUrl.hostname}
        </a>
      )}
    </section>
  );
}

export const Seller = ({ seller, service }: Pick<Payable, "seller" | "service">) => (
  <div className="seller">
    <span className="seller-mark" aria-hidden="true">
      {service.name.trim().slice(0, 1).toUpperCase()}
    </span>
    <p className="seller-name">
      <strong>{service.name}</strong>
      {seller.name !== null && <span>by {seller.name}</span>}
    </p>
  </div>
);

/** Where the money goes. */
export const PaidTo = ({ chain }: { chain: NonNullable<Payable["chain"]> }) => (
  <>
    <div>
      <dt>Paid to</dt>
      <dd>
        <Copyable what="seller's address" text={chain.merchantAddress} />
      </dd>
    </div>
    <div>
      <dt>On</dt>
      <dd>{chainName(chain.chainId)}</dd>
    </div>
  </>
);

/** @returns null for what is none that a page may send anyone to */
export function webAddress(address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

export const timeText = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
