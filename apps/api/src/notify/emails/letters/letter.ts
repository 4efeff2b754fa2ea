import type { CreditNote } from "../../../db/generated/client.ts";
import type { Amount } from "../../../kit/money.ts";
import type { Subject } from "../store.ts";
import type { Brand } from "./brand.ts";

/** An invoice with the address of its page and what is due. */
export type Told = Subject & { readonly url: string; readonly amountDue: Amount };

/** The content of an e-mail, in plain text. `htmlOf` escapes it. */
export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly details: readonly Detail[];
  /** null: there is no page about it. */
  readonly link: { readonly label: string; readonly url: string } | null;
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
    link === null ? "" : `${link.label}:\n${link.url}`,
    `-- \n${[footer, ...brand.links.map(({ label, url: address }) => `${label}: ${address}`)].join("\n")}`,
  ]
    .filter((paragraph) => paragraph !== "")
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

/** The lines of an invoice, each with its amount; of very many the first ones. */
function linesOf({ lines, _count }: Told): Detail[] {
  const shown = lines.map(({ description, amount }) => ({
    label: description,
    value: inUsdc(amount),
  }));
  const others = _count.lines - lines.length;
  return others > 0
    ? [...shown, { label: `${others} more lines`, value: "on the invoice's page" }]
    : shown;
}

/** The lines with what has lowered the amount due, and that; empty where nothing has. */
function creditOf({ creditedBeforePayment, paidFromBalance, amountDue }: Told): Detail[] {
  const lowered = [
    { label: "Credited", value: creditedBeforePayment },
    { label: "Paid from your balance", value: paidFromBalance },
  ].filter(({ value }) => !value.isZero());
  if (lowered.length === 0) return [];
  return [...lowered, { label: "Due", value: amountDue }].map(({ label, value }) => ({
    label,
    value: inUsdc(value),
  }));
}

/** The details that all e-mails about an invoice show. */
export function invoiceDetails(told: Told): Detail[] {
  const { service, paymentPlan, amount } = told;
  return [
    { label: "Service", value: service.name },
    { label: "Plan", value: paymentPlan.name },
    ...linesOf(told),
    { label: "Amount", value: inUsdc(amount) },
    ...creditOf(told),
  ];
}

/** A transaction on the chain, with a link if there is an explorer; nothing without a transaction. */
export function transactionDetail(hash: string | null, explorerUrl: string | null): Detail[] {
  if (hash === null) return [];
  const url = explorerUrl === null ? undefined : `${explorerUrl}/tx/${hash}`;
  return [{ label: "Transaction", value: hash, url }];
}

/** The details that all e-mails about a credit note show. */
export function creditNoteDetails(
  { service, paymentPlan, amount }: Told,
  creditNote: Pick<CreditNote, "amount" | "reason">,
): Detail[] {
  return [
    { label: "Service", value: service.name },
    { label: "Plan", value: paymentPlan.name },
    { label: "Invoice", value: inUsdc(amount) },
    { label: "Credited", value: inUsdc(creditNote.amount) },
    { label: "Reason", value: creditNote.reason },
  ];
}

/** Why the reader gets an e-mail about an invoice. */
export function footerOf({ service }: Pick<Told, "service">): string {
  const seller = service.owner.name;
  const by = seller === null ? "" : ` by ${seller}`;
  return `You get this e-mail because ${service.name}${by} bills this address. Nobody will ask you for a password or a recovery phrase: you sign in your own wallet.`;
}
