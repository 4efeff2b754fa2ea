import type { z } from "zod";
import { Amount } from "../../../kit/money.ts";
import type { Alert, AlertCrossing, AlertWatch } from "../../../schemas/alerts.ts";
import type { Subject } from "../store.ts";
import { footerOf, inUsdc, type Letter } from "./letter.ts";

/** The data of an event `alert.crossed`. */
export interface ToldAlert {
  readonly alert: z.input<typeof Alert>;
  readonly crossing: z.output<typeof AlertCrossing>;
}

interface Words {
  readonly heading: (level: string) => string;
  readonly label: string;
}

const words: Readonly<Record<AlertWatch, Words>> = {
  usage: {
    heading: (level) => `Your usage has reached ${level}`,
    label: "Used in this billing period",
  },
  spend: {
    heading: (level) => `${level} of your balance is spent`,
    label: "Spent in this billing period",
  },
  balance: { heading: (level) => `Less than ${level} is left`, label: "Left of your balance" },
  cap: { heading: (level) => `Less than ${level} is left`, label: "Left of your spending limit" },
  forecast: {
    heading: (level) => `Your usage will cost ${level} or more`,
    label: "Expected for this billing period",
  },
};

/** A level of an alert was crossed that the subscriber is told of. */
export function alertCrossed(
  service: Subject["service"],
  { alert: { on, keyPrefix }, crossing: { level, value } }: ToldAlert,
): Letter {
  const text = (amount: string) =>
    on === "usage" ? `${new Amount(amount).toFixed()} units` : inUsdc(new Amount(amount));
  const { heading, label } = words[on];
  return {
    subject: `${service.name}: ${heading(text(level))}`,
    heading: heading(text(level)),
    paragraphs: [
      `${service.name} tells you when a level is crossed. Nothing is due because of this e-mail, and nothing was stopped.`,
    ],
    details: [
      { label: "Service", value: service.name },
      ...(keyPrefix === null ? [] : [{ label: "Only", value: keyPrefix }]),
      { label: "Level", value: text(level) },
      { label, value: text(value) },
    ],
    link: null,
    footer: footerOf({ service }),
  };
}
