import type { InTransaction } from "../../db/client.ts";
import type { Log } from "../../kit/log.ts";
import type { Tally } from "./tally.ts";

/**
 * Gives up the payments of an invoice that a wallet signed and that were not sent yet, in a transaction that holds the
 * invoice.
 *
 * @param why a sentence for the payer
 * @returns false when the invoice has a settlement that the chain may still record; nothing was given up then
 */
export type EndAttempts = (
  at: InTransaction & { readonly log: Log; readonly tally: Tally },
  invoiceId: string,
  why: string,
) => Promise<boolean>;
