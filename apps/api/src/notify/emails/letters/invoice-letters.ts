import type { Settlement } from "../../../db/generated/client.ts";
import { Amount } from "../../../kit/money.ts";
import { inWords } from "../../../pages/payments/payment-state.ts";
import { pricesNotSigned } from "../../../schemas/settlements.ts";
import type { ToldCap } from "../../../settlements/spending-caps/store.ts";
import {
  footerOf,
  inUsdc,
  invoiceDetails,
  type Letter,
  onDate,
  type Told,
  transactionDetail,
} from "./letter.ts";

/** An invoice is due. */
export function invoiceOpened(told: Told): Letter {
  const { service, amountDue: due, dueAt, url } = told;
  return {
    subject: `Invoice from ${service.name}: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} is due`,
    paragraphs: [
      `${service.name} has sent you an invoice. You can read it and pay it with your wallet on its page.`,
      ...(dueAt === null ? [] : [`Please pay it by ${onDate(dueAt)}. It expires then.`]),
    ],
    details: invoiceDetails(told),
    link: { label: "View and pay", url },
    footer: footerOf(told),
  };
}

/** The receipt. @param payment null: all was paid from the balance */
export function invoicePaid(
  told: Told,
  payment: Settlement | null,
  explorerUrl: string | null,
): Letter {
  const { service, amountDue: due, paidFromBalance, url } = told;
  const link = { label: "View the receipt", url };
  if (payment === null) {
    return {
      subject: `Receipt from ${service.name}: ${inUsdc(paidFromBalance)}`,
      heading: `${inUsdc(paidFromBalance)} paid`,
      paragraphs: [`It was paid from your prepaid balance with ${service.name}.`],
      details: invoiceDetails(told),
      link,
      footer: footerOf(told),
    };
  }
  const { transactionHash, confirmedAt, payerAddress, merchantAddress, collect } = payment;
  const how =
    collect === "allowance"
      ? "It was collected from your wallet, under the spending limit that you signed."
      : "It was paid from your wallet.";
  return {
    subject: `Receipt from ${service.name}: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} paid`,
    paragraphs: [
      `Your payment to ${service.name} is confirmed. ${collect === null ? "" : how}`.trim(),
    ],
    details: [
      ...invoiceDetails(told),
      ...(confirmedAt === null ? [] : [{ label: "Confirmed", value: onDate(confirmedAt) }]),
      { label: "From", value: payerAddress },
      { label: "To", value: merchantAddress },
      ...transactionDetail(transactionHash, explorerUrl),
    ],
    link,
    footer: footerOf(told),
  };
}

const tooLittle = inWords("BalanceTooLow");

/** A collection under the spending cap failed. @param isPriceRefused because of prices that were not signed */
export function paymentFailed(told: Told, isPriceRefused: boolean): Letter {
  const { service, amountDue: due, dueAt, collectAt, url, settlements } = told;
  const failure = isPriceRefused
    ? pricesNotSigned.message
    : (settlements[0]?.failure ?? "The spending limit can no longer be used.");
  const reason = inWords(failure);
  const needsMoney = reason === tooLittle;
  const never = isPriceRefused ? "It is not tried again before that." : "It is not tried again.";
  const next =
    isPriceRefused || collectAt === null
      ? never
      : `It is tried again on ${onDate(collectAt)}.${needsMoney ? ` Put ${inUsdc(due)} into your wallet before then.` : ""}`;
  const until = dueAt === null ? "" : ` until ${onDate(dueAt)}`;
  return {
    subject: `Payment to ${service.name} failed: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} could not be collected`,
    paragraphs: [
      `${service.name} could not collect an invoice from your wallet. ${reason}`,
      `${next} You can also pay it yourself on its page${until}.`,
    ],
    details: invoiceDetails(told),
    link: { label: "View and pay", url },
    footer: footerOf(told),
  };
}

/** How often a limit begins again. */
function inPeriod(seconds: number): string {
  if (seconds === 0) return "in a calendar month";
  const days = seconds / 86_400;
  return days === 1 ? "in a day" : days === 7 ? "in a week" : `in ${Number(days.toFixed(2))} days`;
}

/** Little is left of a spending cap, or it ends soon. */
export function capIsLow(told: Told, cap: ToldCap): Letter {
  const { service, paymentPlan, url } = told;
  const { validUntil } = cap;
  const perPeriod = inUsdc(new Amount(cap.perPeriod));
  const total = inUsdc(new Amount(cap.total));
  const left = inUsdc(new Amount(cap.left));
  const period = inPeriod(Number(cap.periodSeconds));
  const end = onDate(new Date(Number(validUntil) * 1_000));
  return {
    subject: `Your spending limit for ${service.name} is running low`,
    heading: `${left} of your spending limit is left`,
    paragraphs: [
      `You allowed ${service.name} to collect up to ${perPeriod} ${period} from your wallet, and up to ${total} in all until ${end}. ${left} of it can be collected now.`,
      `What goes beyond it, or is due after its end, is not collected. You then get each invoice with a link to pay it yourself. To go on as before, ask ${service.name} for a new spending limit.`,
    ],
    details: [
      { label: "Service", value: service.name },
      { label: "Plan", value: paymentPlan.name },
      { label: "Spending limit", value: `${perPeriod} ${period}` },
      { label: "In all", value: total },
      { label: "Left", value: left },
      { label: "Ends", value: end },
    ],
    link: { label: "View the last receipt", url },
    footer: footerOf(told),
  };
}
