import { amountText, isEqual } from "@usance/ui";
import type { Payable } from "../api/payable.ts";

type Terms = Pick<Payable, "terms" | "amountDue" | "chain">;

/** The terms that the seller has changed between two views of a record, in words for the payer. */
export function changesBetween(before: Terms, after: Terms): readonly string[] {
  const [was, is] = [before.chain?.merchantAddress ?? null, after.chain?.merchantAddress ?? null];
  return [
    ...(isEqual(before.amountDue, after.amountDue)
      ? []
      : [
          `${amountText(after.amountDue)} USDC is due now. It was ${amountText(before.amountDue)} USDC.`,
        ]),
    ...(was?.toLowerCase() === is?.toLowerCase()
      ? []
      : [
          is === null
            ? "The seller cannot take payments here at the moment."
            : `The seller is paid at another address now: ${is}.`,
        ]),
    ...(before.terms.prices === after.terms.prices ? [] : ["The prices of usage have changed."]),
  ];
}

/** Whether two answers of the service have the same terms. */
export const isSameTerms = (one: Payable["terms"], other: Payable["terms"]) =>
  JSON.stringify(one) === JSON.stringify(other);
