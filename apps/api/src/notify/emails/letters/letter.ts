import type { Amount } from "../../../kit/money.ts";
import type { Subject } from "../store.ts";
import type { Brand } from "./brand.ts";

/** An invoice with the address of its page and what is due. */
export type Told = Subject & { readonly url: string; readonly amountDue: Amount };

/** What an e-mail says, in plain texts. The layouts (html.ts, text.ts) escape them. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly details: readonly Detail[];
  readonly link: { readonly label: string; readonly url: string };
  /** Why the reader gets it. */
  readonly footer: string;
}

/** A line of the table of details. */
export interface Detail {
  readonly label: string;
  readonly value: string;
  /** An address that the value links to. */
  readonly url?: string | undefined;
}

/** The plain text of an e-mail. */
export function textOf(brand: Brand, letter: Letter): string {
  const { heading, paragraphs, details, link, footer } = letter;
  const rows = details.flatMap(({ label, value, url }) => [
    `${label}: ${value}`,
    ...(url === undefined ? [] : [url]),
  ]);
  return [
    brand.name,
    heading,
    ...paragraphs,
    rows.join("\n"),
    `${link.label}:\n${link.url}`,
    `-- \n${[footer, ...brand.links.map(({ label, url: address }) => `${label}: ${address}`)].join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Formats an amount for readers: "25.00 USDC", "0.0025 USDC". */
export function inUsdc(amount: { toFixed(places: number): string }): string {
  return `${amount.toFixed(6).replace(/0{1,4}$/, "")} USDC`;
}

const date = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** Formats a time for readers: "31 January 2026 at 12:05 UTC". */
export function onDate(time: Date): string {
  return `${date.format(time)} UTC`;
}
