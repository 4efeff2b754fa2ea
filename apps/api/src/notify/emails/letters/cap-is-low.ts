import { Amount } from "../../../kit/money.ts";
import type { CapSpending } from "../../../settlements/spending-caps/store.ts";
import { footerOf } from "./details.ts";
import type { Letter, Told } from "./letter.ts";
import { inUsdc, onDate } from "./words.ts";

/** Little is left of a spending cap, or it ends soon. */
export function capIsLow(told: Told, { amount, spent, validUntil }: CapSpending): Letter {
  const { service, paymentPlan, url } = told;
  const limit = new Amount(amount);
  const left = limit.minus(spent);
  const end = onDate(new Date(Number(validUntil) * 1_000));
  return {
    subject: `Your spending cap for ${service.name} is running low`,
    heading: `${inUsdc(left)} of your spending cap is left`,
    paragraphs: [
      `You allowed ${service.name} to collect up to ${inUsdc(limit)} from your wallet until ${end}. ${inUsdc(new Amount(spent))} of it is used.`,
      `What goes beyond the cap, or is due after its end, is not collected. You then get each invoice with a link to pay it yourself. To go on as before, ask ${service.name} for a new spending cap.`,
    ],
    details: [
      { label: "Service", value: service.name },
      { label: "Plan", value: paymentPlan.name },
      { label: "Spending cap", value: inUsdc(limit) },
      { label: "Used", value: inUsdc(new Amount(spent)) },
      { label: "Left", value: inUsdc(left) },
      { label: "Ends", value: end },
    ],
    link: { label: "View the last receipt", url },
    footer: footerOf(told),
  };
}
