import { expect, test } from "vitest";
import {
  refundBalanceTooLow,
  refundClosed,
  refunderIsPayer,
} from "../../../api/src/pages/refund-links/refund-links.ts";
import { paymentNotConfirmed } from "../../../api/src/schemas/credit-notes.ts";
import { disputeOpen, eventNotDisputable } from "../../../api/src/schemas/disputes.ts";
import {
  allowanceTooLow,
  balanceTooLow,
  emailRequired,
  invoiceClosed,
  nothingCollected,
  notSigned,
  payerIsMerchant,
  termsTooOld,
} from "../../../api/src/schemas/payment-refusals.ts";
import { chainDoesNotAnswer } from "../../../api/src/schemas/settlements.ts";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { refusalText } from "./refusals.ts";

test("every refusal is explained to the payer", () =>
  forRows(
    [
      [
        balanceTooLow(3_000_000n, 1_025_000_000n),
        "This wallet has 3.00 USDC; 1,025.00 USDC are due. Add USDC to it or choose another wallet.",
      ],
      [
        allowanceTooLow(0n, 100_000_000n),
        "This wallet allows 0.00 USDC, and the spending limit needs 100.00 USDC, with the wallet's other spending limits. Sign the whole amount.",
      ],
      [termsTooOld, "The signature is too old to be used, so nothing was sent. Please sign again."],
      [nothingCollected, "This seller cannot take payments here yet."],
      [payerIsMerchant, "This wallet is the seller's own. Choose another one."],
      [invoiceClosed("VOID"), "The seller has withdrawn what was due here. Ask for a new link."],
      [chainDoesNotAnswer, "The chain does not answer at the moment. Please try again."],
      [disputeOpen, "This invoice has an open dispute already. Open this page again to see it."],
      [
        eventNotDisputable(12),
        "One of these events is not billed with a larger quantity, or was corrected already.",
      ],
      [emailRequired, "Enter your e-mail address."],
      [refunderIsPayer, "This wallet receives the refund. Pay from another wallet."],
      [
        refundBalanceTooLow,
        "This wallet has less USDC than the refund. Add USDC to it or choose another wallet.",
      ],
      [refundClosed("FAILED"), "The time of this refund is over. Start another one."],
      [refundClosed("CONFIRMED"), "This refund was paid already."],
      [paymentNotConfirmed, "The payment is not on the chain at the moment."],
    ],
    ({ message }, words) => {
      expect(refusalText(message)).toBe(words);
    },
  ));

test("recognizes a signature that is not the payer's", () =>
  forRows(["payment.signature", "cap.signature"] as const, (what) => {
    expect(refusalText(notSigned(what).message)).toMatch(/sign again\.$/);
  }));

test("an unknown message is shown unchanged", () => {
  expect(refusalText("Something new.")).toBe("Something new.");
});
