import type { Amount } from "../../../kit/money.ts";
import type { Subject } from "../store.ts";

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
