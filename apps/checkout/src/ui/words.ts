import { amountText, chainInFull, isZero } from "@usance/ui";
import { type Kind, kindOf, type Payable, paidOf } from "../api/payable.ts";
import type { Address } from "../session/address.ts";
import { isUnderWay, type OpenSession, type Screen } from "../session/state.ts";
import type { Asked, Asking } from "../wallet/state.ts";

const kindTitles = {
  checkout: "Checkout",
  invoice: "Invoice",
  portal: "Account",
  refund: "Refund",
} as const;

/** @returns `Checkout`, `Invoice`, `Account` or `Refund` */
export const titled = (kind: Address["kind"]) => kindTitles[kind];

const titles: Readonly<Record<Screen, string | ((kind: Kind) => string)>> = {
  loading: titled,
  unknown: (kind) => `${titled(kind)} not found`,
  unreachable: (kind) => `${titled(kind)} not reachable`,
  expired: (kind) => `${titled(kind)} expired`,
  cancelled: (kind) => `${titled(kind)} cancelled`,
  "not-due": "Not due yet",
  "nothing-due": "Nothing due",
  "already-paid": "Already paid",
  paid: "Paid",
  "under-way": "Payment under way",
  failed: "Payment failed",
  closed: "No payments yet",
  payable: titled,
  connecting: "Connecting your wallet",
  "wrong-chain": "Switch the chain",
  preparing: "Preparing the payment",
  asking: "Confirm in your wallet",
  sending: "Sending",
};

/** The titles of a checkout where nothing is due. */
const freeTitles: Readonly<Partial<Record<Screen, string>>> = {
  paid: "Subscribed",
  "already-paid": "Subscribed",
  preparing: "Preparing the spending limit",
  sending: "Subscribing",
};

export function titleOn(screen: Screen, payable: Pick<Payable, "amountDue" | "invoice">): string {
  const free = isZero(payable.amountDue) ? freeTitles[screen] : undefined;
  const title = free ?? titles[screen];
  return typeof title === "string" ? title : title(kindOf(payable));
}

/** The description of a wallet request for the wallet's owner. */
export const askedWords: Readonly<Record<Asked, string>> = {
  cap: "Sign the spending limit",
  permit: "Sign the allowance",
  payment: "Sign the payment",
  revocation: "Revoke the spending limit",
  deployment: "Deploy the refund contract",
  allowance: "Let the contract take the amount",
  refund: "Pay the refund",
};

/** What the wallet asks to sign. An allowance is for all caps of the wallet, with any seller. */
export function signingText(wallet: string, asking: Asking): string {
  const text = `${wallet} asks you to sign. If you do not see it, open your wallet.`;
  if (asking.what !== "permit") return text;
  const { allowance, others } = asking;
  const shared = isZero(others)
    ? ""
    : `, of which ${amountText(others)} USDC are for what you have allowed before`;
  return `${text} It is the allowance of the spending limit: ${amountText(allowance)} USDC in all${shared}.`;
}

/** The state, which screen readers announce when it changes. Problems are alerts, which are announced anyway. */
export function saidOn(screen: Screen, { payable, step, connection }: OpenSession): string {
  switch (screen) {
    case "connecting":
      return "Waiting for your wallet to connect.";
    case "wrong-chain":
      return payable.chain === null
        ? ""
        : `Your wallet is on another chain. Switch it to ${chainInFull(payable.chain.chainId)}.`;
    case "asking":
      return step.name === "asking" ? `${askedWords[step.what]} in your wallet.` : "";
    case "under-way":
      return isUnderWay(payable) && payable.payment?.status === "SUBMITTED"
        ? "The payment was sent. Waiting for its confirmation."
        : "The payment is being sent.";
    case "paid":
      return isZero(payable.amountDue)
        ? `You are subscribed to ${payable.service.name}.`
        : `Paid: ${amountText(paidOf(payable).amount)} USDC to ${payable.service.name}.`;
    case "payable":
      return connection === null ? "" : "Your wallet is connected.";
    default:
      return `${titleOn(screen, payable)}.`;
  }
}

/** What is charged next: `25.00 USDC`, or `your usage` if it depends on that. */
export const nextText = ({ amount }: NonNullable<Payable["nextCharge"]>) =>
  amount === null ? "your usage" : `${amountText(amount)} USDC`;

/** `1 usage event`, `2 usage events` */
export const eventsOf = (count: number) =>
  count === 1 ? "1 usage event" : `${count.toLocaleString("en")} usage events`;
