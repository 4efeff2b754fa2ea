import { amountText } from "../money.ts";
import { type Asked, isUnderWay, type OpenSession, type Screen } from "../session/state.ts";
import { chainInFull } from "../wallet/chains.ts";

const titles: Readonly<Record<Screen, string>> = {
  loading: "Checkout",
  unknown: "Checkout not found",
  unreachable: "Checkout not reachable",
  expired: "Checkout expired",
  cancelled: "Checkout cancelled",
  "already-paid": "Already paid",
  paid: "Paid",
  "under-way": "Payment under way",
  failed: "Payment failed",
  closed: "No payments yet",
  payable: "Checkout",
  connecting: "Connecting your wallet",
  "wrong-chain": "Switch the chain",
  preparing: "Preparing the payment",
  asking: "Confirm in your wallet",
  approving: "Approving the spending cap",
  sending: "Sending",
};

export const titleOn = (screen: Screen) => titles[screen];

/** What a wallet is asked, as the wallet's holder is told. */
export const askedWords: Readonly<Record<Asked, string>> = {
  approval: "Approve the spending cap",
  cap: "Sign the spending cap",
  payment: "Sign the payment",
};

/** How things stand, said aloud when it changes. Problems are alerts and say themselves. */
export function saidOn(screen: Screen, { checkout, step, connection }: OpenSession): string {
  switch (screen) {
    case "connecting":
      return "Waiting for your wallet to connect.";
    case "wrong-chain":
      return checkout.chain === null
        ? ""
        : `Your wallet is on another chain. Switch it to ${chainInFull(checkout.chain.chainId)}.`;
    case "asking":
      return step.name === "asking" ? `${askedWords[step.what]} in your wallet.` : "";
    case "under-way":
      return isUnderWay(checkout) && checkout.payment?.status === "SUBMITTED"
        ? "The payment was sent. Waiting for its confirmation."
        : "The payment is being sent.";
    case "paid":
      return `Paid: ${amountText(checkout.amountDue)} USDC to ${checkout.service.name}.`;
    case "payable":
      return connection === null ? "" : "Your wallet is connected.";
    default:
      return `${titles[screen]}.`;
  }
}
